import { regionalTag } from '../../platform/i18n/regionalTag.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { now } from '../../platform/time/serverTime.ts';
import { countdownMs, type MeetingPhase } from './meetingPhase.ts';
import { useTexts } from './useTexts.ts';

/** Returns a function: "Opens at 14:30", and in the last minutes "Opens in 4:59". */
export function useBeginText(): (phase: Extract<MeetingPhase, { kind: 'before' }>) => string {
  const { t } = useTexts();
  const { language } = useLanguage();
  const tags = [regionalTag(language), 'en'];
  return ({ at, inMs }) => {
    if (inMs <= countdownMs) {
      const seconds = Math.ceil(inMs / 1_000);
      const two = new Intl.NumberFormat(tags, { minimumIntegerDigits: 2 });
      const time = `${new Intl.NumberFormat(tags).format(Math.floor(seconds / 60))}:${two.format(seconds % 60)}`;
      return t('opensIn', { time });
    }
    const isToday = new Date(at).toDateString() === new Date(now()).toDateString();
    const format = new Intl.DateTimeFormat(tags, {
      hour: '2-digit',
      minute: '2-digit',
      ...(!isToday && { day: 'numeric', month: 'long' }),
    });
    return t(isToday ? 'opensAt' : 'opensOn', { time: format.format(at) });
  };
}
