import { useTimeFormat } from '../../platform/i18n/useTimeFormat.ts';
import { endsSoon, type MeetingPhase } from './meetingPhase.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly phase: MeetingPhase;
  readonly className: string;
}

/** A line that says in the last minutes when the meeting ends; nothing before. */
export function EndNotice({ phase, className }: Props) {
  const { t } = useTexts();
  const timeFormat = useTimeFormat();
  return (
    <p className={className}>
      {endsSoon(phase) && t('endsSoon', { time: timeFormat().format(phase.endsAt) })}
    </p>
  );
}
