import { useMemo } from 'react';
import { numberFormat } from './numberFormat.ts';
import { useLanguage } from './useLanguage.ts';
import { useNumberFormat } from './useNumberFormat.ts';

/** Smaller numbers are short enough. */
const compactFrom = 10_000;

/** Formats counts in little space: 1,204, but 12.4k. */
export function useCompactFormat(): (value: number) => string {
  const { language } = useLanguage();
  const format = useNumberFormat();
  return useMemo(() => {
    const compact = numberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
    return (value) => (value < compactFrom ? format(value) : compact.format(value));
  }, [language, format]);
}
