import { useMemo } from 'react';
import { regionalTag } from './regionalTag.ts';
import { useLanguage } from './useLanguage.ts';
import { useNumberFormat } from './useNumberFormat.ts';

/** Smaller numbers are short enough. */
const compactFrom = 10_000;

/** Formats counts in little space: 1,204, but 12.4k. */
export function useCompactFormat(): (value: number) => string {
  const { language } = useLanguage();
  const format = useNumberFormat();
  return useMemo(() => {
    const compact = new Intl.NumberFormat([regionalTag(language), 'en'], {
      notation: 'compact',
      maximumFractionDigits: 1,
    });
    return (value) => (value < compactFrom ? format(value) : compact.format(value));
  }, [language, format]);
}
