/** A meeting that opens in a tab of its own, because its provider refuses frames (WIDGET-03, WIDGET-15, WIDGET-17). */
import {
  meetingLinkOf,
  meetingProviders,
  type MeetingLinks,
  type MeetingWidgetType,
} from '@foyer/contract/widgets/meetingLinks';
import { Statement } from '../../ui/Statement.tsx';
import { useTrackAccess } from '../host/widgetSubject.ts';
import { useHeadingLevel } from '../meeting/meetingPlace.ts';
import type { Presentation } from '../registry/widgetProps.ts';
import { EmbeddedMeeting } from './EmbeddedMeeting.tsx';
import { useMeetingPhase, type MeetingWindow } from '../meeting/meetingPhase.ts';
import { MeetingStatus } from '../meeting/MeetingStatus.tsx';
import { useMeetingStatement } from '../meeting/useMeetingStatement.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly type: MeetingWidgetType;
  readonly configuration: MeetingLinks & MeetingWindow;
  readonly presentation: Presentation;
  /** The widget's name. */
  readonly name: string;
}

export function TabMeeting({ type, configuration, presentation, name }: Props) {
  const { t } = useTexts();
  const phase = useMeetingPhase(configuration);
  const provider = meetingProviders[type].name;
  const link = meetingLinkOf(configuration);
  const isHost = configuration.hostMeetingUrl !== undefined;
  const statement = useMeetingStatement()({ phase, provider, isHost, hasLink: link !== undefined });
  const join = statement.kind === 'open' && link !== undefined && (
    <JoinLink href={link} text={t(isHost ? 'hostJoin' : 'join', { provider })} />
  );
  const { icon, title, text, line } = statement;
  const level = useHeadingLevel();
  if (presentation === 'embedded') return <EmbeddedMeeting name={name} icon={icon} line={line} join={join} />;
  return (
    <MeetingStatus phase={phase} statement={statement}>
      <Statement svg={icon} level={level} title={title} text={text} action={join} />
    </MeetingStatus>
  );
}

function JoinLink({ href, text }: { readonly href: string; readonly text: string }) {
  const trackAccess = useTrackAccess();
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={() => trackAccess()}
      className="press inline-flex min-h-11 items-center rounded-full bg-secondary px-5 py-2 text-center text-button font-strong text-on-secondary hover:brightness-110"
    >
      {text}
    </a>
  );
}
