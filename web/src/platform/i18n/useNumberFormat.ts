import { useMemo } from 'react';
import { regionalTag } from './regionalTag.ts';
import { useLanguage } from './useLanguage.ts';

/** Formats numbers in the user's language: 1,204. */
export function useNumberFormat(): (value: number) => string {
  const { language } = useLanguage();
  return useMemo(() => {
    const format = new Intl.NumberFormat([regionalTag(language), 'en']);
    return (value) => format.format(value);
  }, [language]);
}
