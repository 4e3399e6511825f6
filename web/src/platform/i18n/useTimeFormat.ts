import { now } from '../time/serverTime.ts';
import { regionalTag } from './regionalTag.ts';
import { useLanguage } from './useLanguage.ts';

/** Returns a function: the format of moments in the user's language, see `timeFormatOf`. */
export function useTimeFormat(): (...moments: readonly number[]) => Intl.DateTimeFormat {
  const { language } = useLanguage();
  return (...moments) => timeFormatOf(regionalTag(language), moments);
}

/**
 * The format of moments in a language: the time of day, also the day if one of them is not today, and also the year if one
 * of them is in another year.
 */
export function timeFormatOf(language: string, moments: readonly number[]): Intl.DateTimeFormat {
  const languages = [language, 'en'];
  const { hour12 } = new Intl.DateTimeFormat(languages, { hour: 'numeric' }).resolvedOptions();
  const isThisYear = moments.every((moment) => yearOf(moment) === yearOf(now()));
  return new Intl.DateTimeFormat(languages, {
    // 1:55 PM, but 09:05.
    hour: hour12 ? 'numeric' : '2-digit',
    minute: '2-digit',
    ...(!moments.every(isToday) && { day: 'numeric', month: 'long' }),
    ...(!isThisYear && { year: 'numeric' }),
  });
}

const yearOf = (moment: number): number => new Date(moment).getFullYear();

/** By the server's clock, in the time zone of this machine. */
export const isToday = (moment: number): boolean =>
  new Date(moment).toDateString() === new Date(now()).toDateString();
