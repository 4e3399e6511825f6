import { useMemo } from 'react';
import { regionalTag } from './regionalTag.ts';
import { useLanguage } from './useLanguage.ts';

const steps = [
  { unit: 'gigabyte', bytes: 1024 * 1024 * 1024 },
  { unit: 'megabyte', bytes: 1024 * 1024 },
  { unit: 'kilobyte', bytes: 1024 },
  { unit: 'byte', bytes: 1 },
] as const;

/** Returns a function that formats a file size in a language, such as "1.4 MB". */
export function bytesFormat(language: string): (bytes: number) => string {
  /** By unit. Creating one takes much longer than formatting a number. */
  const formats = new Map<string, Intl.NumberFormat>();
  const formatOf = (unit: string): Intl.NumberFormat =>
    new Intl.NumberFormat([language, 'en'], {
      style: 'unit',
      unit,
      // The short form of a byte has no plural in English.
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumFractionDigits: 1,
    });
  return (bytes) => {
    const { unit, bytes: size } = steps.find((each) => bytes >= each.bytes) ?? steps[3];
    const format = formats.get(unit) ?? formatOf(unit);
    formats.set(unit, format);
    return format.format(bytes / size);
  };
}

/** Returns a function that formats a file size in the user's language. */
export function useFormatBytes(): (bytes: number) => string {
  const { language } = useLanguage();
  return useMemo(() => bytesFormat(regionalTag(language)), [language]);
}
