import { useMemo } from 'react';
import { numberFormat } from './numberFormat.ts';
import { useLanguage } from './useLanguage.ts';

const steps = [
  { unit: 'gigabyte', bytes: 1024 * 1024 * 1024 },
  { unit: 'megabyte', bytes: 1024 * 1024 },
  { unit: 'kilobyte', bytes: 1024 },
  { unit: 'byte', bytes: 1 },
] as const;

/** Returns a function that formats a file size in a language, such as "1.4 MB". */
export const bytesFormat =
  (language: string) =>
  (bytes: number): string => {
    const { unit, bytes: size } = steps.find((each) => bytes >= each.bytes) ?? steps[3];
    const format = numberFormat(language, {
      style: 'unit',
      unit,
      // The short form of a byte has no plural in English.
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumFractionDigits: 1,
    });
    return format.format(bytes / size);
  };

/** Returns a function that formats a file size in the user's language. */
export function useFormatBytes(): (bytes: number) => string {
  const { language } = useLanguage();
  return useMemo(() => bytesFormat(language), [language]);
}
