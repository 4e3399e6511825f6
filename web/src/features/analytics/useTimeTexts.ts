import { useMemo } from 'react';
import { dateTimeFormat } from '../../platform/i18n/dateTimeFormat.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';

export interface TimeTexts {
  /** 14:05 */
  readonly time: (at: number) => string;
  /** 20 Nov */
  readonly day: (at: number) => string;
  /** Fri, 20 Nov 2026, 14:05 */
  readonly dayAndTime: (at: number) => string;
  /** Fri, 20 Nov 2026, 14:05:09 */
  readonly exact: (at: number) => string;
  /** Fri, 20 Nov 2026 */
  readonly date: (at: number) => string;
}

/** Formats instants in the user's language and in a time zone; default: the browser's. */
export function useTimeTexts(timeZone?: string): TimeTexts {
  const { language } = useLanguage();
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) => {
      const made = dateTimeFormat(language, { ...options, ...(timeZone !== undefined && { timeZone }) });
      return (at: number) => made.format(at);
    };
    const date = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
    const time = { hour: 'numeric', minute: '2-digit' } as const;
    return {
      time: format(time),
      day: format({ day: 'numeric', month: 'short' }),
      dayAndTime: format({ ...date, ...time }),
      exact: format({ ...date, ...time, second: '2-digit' }),
      date: format(date),
    };
  }, [language, timeZone]);
}
