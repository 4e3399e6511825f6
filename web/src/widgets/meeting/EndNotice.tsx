import type { MeetingPhase } from './meetingPhase.ts';
import { useEndTime } from './useEndTime.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly phase: MeetingPhase;
  readonly className: string;
}

/** A line that says in the last minutes when the meeting ends; nothing before. */
export function EndNotice({ phase, className }: Props) {
  const { t } = useTexts();
  const time = useEndTime(phase);
  return <p className={className}>{time !== undefined && t('endsSoon', { time })}</p>;
}
