import { useMemo } from 'react';
import { regionalTag } from '../../platform/i18n/regionalTag.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';

/** Formats numbers in the user's language: 1,204. */
export function useNumberFormat(): (value: number) => string {
  const { language } = useLanguage();
  return useMemo(() => {
    const format = new Intl.NumberFormat([regionalTag(language), 'en']);
    return (value) => format.format(value);
  }, [language]);
}
