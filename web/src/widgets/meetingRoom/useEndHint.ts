import { useMeetingPhase } from '../meeting/meetingPhase.ts';
import { useEndTime } from '../meeting/useEndTime.ts';
import { useTexts } from './useTexts.ts';

/** Says, from five minutes before the end on, that the meeting ends. Nobody has to leave. */
export function useEndHint(end: string | undefined): string | undefined {
  const { t } = useTexts();
  const phase = useMeetingPhase({ end });
  const time = useEndTime(phase);
  if (phase.kind === 'over') return t('hint.over');
  return time === undefined ? undefined : t('hint.ends', { time });
}
