import { useMemo } from 'react';
import { regionalTag } from './regionalTag.ts';
import { useLanguage } from './useLanguage.ts';

const steps = [
  { unit: 'gigabyte', bytes: 1024 * 1024 * 1024 },
  { unit: 'megabyte', bytes: 1024 * 1024 },
  { unit: 'kilobyte', bytes: 1024 },
  { unit: 'byte', bytes: 1 },
] as const;

/** Formats a file size in a language, such as "1.4 MB". */
export function formatBytes(language: string, bytes: number): string {
  const step = steps.find((each) => bytes >= each.bytes) ?? steps[3];
  return new Intl.NumberFormat([language, 'en'], {
    style: 'unit',
    unit: step.unit,
    // The short form of a byte has no plural in English.
    unitDisplay: step.unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / step.bytes);
}

/** Returns a function that formats a file size in the user's language. */
export function useFormatBytes(): (bytes: number) => string {
  const { language } = useLanguage();
  return useMemo(() => {
    const tag = regionalTag(language);
    return (bytes) => formatBytes(tag, bytes);
  }, [language]);
}
