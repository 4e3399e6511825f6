import { useCallback, useMemo } from 'react';
import { regionalTag } from './regionalTag.ts';
import { useLanguage } from './useLanguage.ts';

const asPercent: Intl.NumberFormatOptions = { style: 'percent' };
const asCompact: Intl.NumberFormatOptions = { notation: 'compact', maximumFractionDigits: 1 };
/** Smaller numbers are short enough. */
const compactFrom = 10_000;

function useFormat(options?: Intl.NumberFormatOptions): (value: number) => string {
  const { language } = useLanguage();
  return useMemo(() => {
    const format = new Intl.NumberFormat([regionalTag(language), 'en'], options);
    return (value) => format.format(value);
  }, [language, options]);
}

/** Formats numbers in the user's language: 1,204. */
export const useNumberFormat = (): ((value: number) => string) => useFormat();

/** Formats counts in little space: 1,204, but 12.4K. */
export function useCompactFormat(): (value: number) => string {
  const format = useFormat();
  const compact = useFormat(asCompact);
  return useCallback((value) => (value < compactFrom ? format : compact)(value), [format, compact]);
}

/** Formats shares in the user's language, without decimals: 1.5 is 150%, and 150 % in German. */
export const usePercentFormat = (): ((share: number) => string) => useFormat(asPercent);
