import { now } from '../time/serverTime.ts';
import { regionalTag } from './regionalTag.ts';
import { useLanguage } from './useLanguage.ts';

/**
 * Returns a function: the format of moments in the user's language. It has the time of day, also the day if one of them
 * is not today, and also the year if one of them is in another year.
 */
export function useTimeFormat(): (...moments: readonly number[]) => Intl.DateTimeFormat {
  const { language } = useLanguage();
  return (...moments) => {
    const isThisYear = moments.every((moment) => yearOf(moment) === yearOf(now()));
    return new Intl.DateTimeFormat([regionalTag(language), 'en'], {
      hour: '2-digit',
      minute: '2-digit',
      ...(!moments.every(isToday) && { day: 'numeric', month: 'long' }),
      ...(!isThisYear && { year: 'numeric' }),
    });
  };
}

const yearOf = (moment: number): number => new Date(moment).getFullYear();

/** By the server's clock, in the time zone of this machine. */
export const isToday = (moment: number): boolean =>
  new Date(moment).toDateString() === new Date(now()).toDateString();
