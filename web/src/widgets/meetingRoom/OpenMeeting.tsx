import {
  meetingProviders,
  type MeetingLinks,
  type MeetingWidgetType,
} from '@foyer/contract/widgets/meetingLinks';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useMeetingPhase, type MeetingWindow } from '../meeting/meetingPhase.ts';
import { useMeetingStatement } from '../meeting/useMeetingStatement.ts';

interface Props {
  readonly type: MeetingWidgetType;
  readonly configuration: MeetingLinks & MeetingWindow;
  /** Whether there is a room to enter while the meeting is open. */
  readonly hasRoom: boolean;
  readonly widgetId: string;
  /** The widget's name. */
  readonly name: string;
  readonly open: () => void;
}

/**
 * In the picture: a meeting there would end with each turn of the view, so that it opens in a panel. Says when the meeting
 * opens, that it is over, or that it has no link.
 */
export function OpenMeeting({ type, configuration, hasRoom, widgetId, name, open }: Props) {
  const { t } = useTranslation('widgets');
  const { kind, icon, line } = useMeetingStatement()({
    phase: useMeetingPhase(configuration),
    provider: meetingProviders[type].name,
    isHost: configuration.hostMeetingUrl !== undefined,
    hasLink: hasRoom,
  });
  const verb = t('verbs.join');
  const isOpen = kind === 'open';
  return (
    <button
      type="button"
      data-opens={widgetId}
      aria-haspopup="dialog"
      aria-label={isOpen ? t('verbAndName', { verb, name }) : undefined}
      onClick={open}
      className="island press flex size-full min-h-11 flex-wrap content-center items-center justify-center gap-2 overflow-hidden rounded-field px-3"
    >
      <Icon svg={icon} size={20} />
      <span dir="auto" className="line-clamp-2 min-w-0 text-name font-strong [overflow-wrap:anywhere]">
        {name}
      </span>
      <span className="w-full text-caption text-ink-2">{isOpen ? verb : line}</span>
    </button>
  );
}
