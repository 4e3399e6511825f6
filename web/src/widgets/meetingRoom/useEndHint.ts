import { useTimeFormat } from '../../platform/i18n/useTimeFormat.ts';
import { endsSoon, useMeetingPhase } from '../tabMeeting/meetingPhase.ts';
import { useTexts } from './useTexts.ts';

/** Says, from five minutes before the end on, that the meeting ends. Nobody has to leave. */
export function useEndHint(end: string | undefined): string | undefined {
  const { t } = useTexts();
  const timeFormat = useTimeFormat();
  const phase = useMeetingPhase({ end });
  if (phase.kind === 'over') return t('hint.over');
  return endsSoon(phase) ? t('hint.ends', { time: timeFormat().format(phase.endsAt) }) : undefined;
}
