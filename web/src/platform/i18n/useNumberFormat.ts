import { useMemo } from 'react';
import { numberFormat } from './numberFormat.ts';
import { useLanguage } from './useLanguage.ts';

const asPercent: Intl.NumberFormatOptions = { style: 'percent' };

function useFormat(options?: Intl.NumberFormatOptions): (value: number) => string {
  const { language } = useLanguage();
  return useMemo(() => {
    const format = numberFormat(language, options);
    return (value) => format.format(value);
  }, [language, options]);
}

/** Formats numbers in the user's language: 1,204. */
export const useNumberFormat = (): ((value: number) => string) => useFormat();

/** Formats shares in the user's language, without decimals: 1.5 is 150%, and 150 % in German. */
export const usePercentFormat = (): ((share: number) => string) => useFormat(asPercent);
