/** A meeting that opens in a tab of its own, because its provider refuses frames (WIDGET-03, WIDGET-15, WIDGET-17). */
import clock from '@phosphor-icons/core/regular/clock.svg?raw';
import flagCheckered from '@phosphor-icons/core/regular/flag-checkered.svg?raw';
import linkBreak from '@phosphor-icons/core/regular/link-break.svg?raw';
import videoConference from '@phosphor-icons/core/regular/video-conference.svg?raw';
import { meetingLinkOf, meetingProviders, type MeetingLinks } from '@foyer/contract/widgets/meetingLinks';
import { useTrackAccess } from '../host/widgetSubject.ts';
import { Statement } from '../../ui/Statement.tsx';
import type { Presentation } from '../registry/widgetProps.ts';
import { useMeetingPhase } from './meetingPhase.ts';
import { useBeginText } from './useBeginText.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly type: 'GoToMeetingWidget' | 'TeamsWidget' | 'WebExWidget';
  readonly configuration: MeetingLinks & {
    readonly begin?: string | undefined;
    readonly end?: string | undefined;
  };
  readonly presentation: Presentation;
}

export function TabMeeting({ type, configuration, presentation }: Props) {
  const { t } = useTexts();
  const phase = useMeetingPhase(configuration);
  const beginText = useBeginText();
  const provider = meetingProviders[type].name;
  const link = meetingLinkOf(configuration);
  const isHost = configuration.hostMeetingUrl !== undefined;
  if (phase.kind === 'over')
    return <Statement svg={flagCheckered} level={3} title={t('over')} text={t('with', { provider })} />;
  if (phase.kind === 'before')
    return (
      <div role="timer">
        <Statement svg={clock} level={3} title={beginText(phase)} text={t('wait')} />
      </div>
    );
  if (link === undefined)
    return <Statement svg={linkBreak} level={3} title={t('noLinkTitle')} text={t('noLinkText')} />;
  const join = <JoinLink href={link} text={t(isHost ? 'hostJoin' : 'join', { provider })} />;
  if (presentation === 'embedded')
    return <div className="island grid size-full place-items-center rounded-field p-2">{join}</div>;
  return (
    <Statement
      svg={videoConference}
      level={3}
      title={t(isHost ? 'hostTitle' : 'joinTitle')}
      text={t(isHost ? 'hostText' : 'with', { provider })}
      action={join}
    />
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
      className="press inline-flex min-h-11 items-center rounded-full bg-secondary px-5 text-button font-strong text-on-secondary"
    >
      {text}
    </a>
  );
}
