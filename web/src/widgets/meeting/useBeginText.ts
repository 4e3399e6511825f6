import { isToday, useTimeFormat } from '../../platform/i18n/useTimeFormat.ts';
import { regionalTag } from '../../platform/i18n/regionalTag.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { countdownMs, type MeetingPhase } from './meetingPhase.ts';
import { useTexts } from './useTexts.ts';

/** Returns a function: "Opens at 14:30", and in the last minutes "Opens in 4:59". */
export function useBeginText(): (phase: Extract<MeetingPhase, { kind: 'before' }>) => string {
  const { t } = useTexts();
  const { language } = useLanguage();
  const timeFormat = useTimeFormat();
  return ({ at, inMs }) => {
    if (inMs <= countdownMs) return t('opensIn', { time: minutesAndSeconds(inMs, language) });
    return t(isToday(at) ? 'opensAt' : 'opensOn', { time: timeFormat(at).format(at) });
  };
}

/** `4:59`, rounded up to seconds. */
function minutesAndSeconds(ms: number, language: string): string {
  const seconds = Math.ceil(ms / 1_000);
  const format = (value: number, minimumIntegerDigits: number): string =>
    new Intl.NumberFormat([regionalTag(language), 'en'], { minimumIntegerDigits }).format(value);
  return `${format(Math.floor(seconds / 60), 1)}:${format(seconds % 60, 2)}`;
}
