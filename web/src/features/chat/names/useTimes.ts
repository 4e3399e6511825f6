import { useCallback } from 'react';
import { dateTimeFormat } from '../../../platform/i18n/dateTimeFormat.ts';
import { regionalTag } from '../../../platform/i18n/regionalTag.ts';
import { useLanguage } from '../../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';

/** Functions that format times in the language of the user. */
export function useTimes() {
  const { language } = useLanguage();
  const { t } = useTranslation('chat');
  const format = useCallback(
    (at: number, options: Intl.DateTimeFormatOptions) => dateTimeFormat(language, options).format(at),
    [language],
  );
  const clock = useCallback((at: number) => format(at, { hour: 'numeric', minute: '2-digit' }), [format]);
  const day = useCallback(
    (at: number) => {
      const ago = daysAgo(at);
      if (ago === 0) return t('day.today');
      if (ago === 1) return t('day.yesterday');
      return format(at, ago < 7 ? { weekday: 'long' } : { day: 'numeric', month: 'long', year: 'numeric' });
    },
    [format, t],
  );
  /** Day and time within a sentence: "today, 10:30". */
  const moment = useCallback(
    (at: number) => {
      const ago = daysAgo(at);
      const relative = new Intl.RelativeTimeFormat([regionalTag(language), 'en'], { numeric: 'auto' });
      return `${ago === 0 || ago === 1 ? relative.format(-ago, 'day') : day(at)}, ${clock(at)}`;
    },
    [language, day, clock],
  );
  /** For rows of a list: the time today, the weekday within a week, else the date. */
  const short = useCallback(
    (at: number) => {
      const ago = daysAgo(at);
      if (ago === 0) return clock(at);
      return format(at, ago < 7 ? { weekday: 'short' } : { day: 'numeric', month: 'numeric' });
    },
    [clock, format],
  );
  return { clock, day, moment, short };
}

function daysAgo(at: number): number {
  const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((midnight(Date.now()) - midnight(at)) / 86_400_000);
}
