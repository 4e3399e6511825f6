/** A meeting that opens in a tab of its own, because its provider refuses frames (WIDGET-03, WIDGET-15, WIDGET-17). */
import clock from '@phosphor-icons/core/regular/clock.svg?raw';
import flagCheckered from '@phosphor-icons/core/regular/flag-checkered.svg?raw';
import linkBreak from '@phosphor-icons/core/regular/link-break.svg?raw';
import videoCamera from '@phosphor-icons/core/regular/video-camera.svg?raw';
import {
  meetingLinkOf,
  meetingProviders,
  type MeetingLinks,
  type MeetingWidgetType,
} from '@foyer/contract/widgets/meetingLinks';
import { Statement } from '../../ui/Statement.tsx';
import { useTrackAccess } from '../host/widgetSubject.ts';
import type { Presentation } from '../registry/widgetProps.ts';
import { EmbeddedMeeting } from './EmbeddedMeeting.tsx';
import { EndNotice } from './EndNotice.tsx';
import { useMeetingPhase, type MeetingWindow } from './meetingPhase.ts';
import { useMeetingStatement, type MeetingStatement } from './useMeetingStatement.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly type: MeetingWidgetType;
  readonly configuration: MeetingLinks & MeetingWindow;
  readonly presentation: Presentation;
  /** The widget's name. */
  readonly name: string;
}

const icons: Readonly<Record<MeetingStatement['kind'], string>> = {
  before: clock,
  over: flagCheckered,
  noLink: linkBreak,
  open: videoCamera,
};

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
  if (presentation === 'embedded')
    return <EmbeddedMeeting name={name} icon={icons[statement.kind]} line={statement.line} join={join} />;
  return (
    // Announces the join button when it appears, and the end; not the seconds before.
    <div role="status" aria-atomic={false}>
      <div key={statement.kind} role={statement.kind === 'before' ? 'timer' : undefined}>
        <Statement
          svg={icons[statement.kind]}
          level={3}
          title={statement.title}
          text={statement.text}
          action={join}
        />
      </div>
      {statement.kind === 'open' && (
        <EndNotice phase={phase} className="-mt-6 px-6 pb-8 text-center text-caption empty:hidden" />
      )}
    </div>
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
