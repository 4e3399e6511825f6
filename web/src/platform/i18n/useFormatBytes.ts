import { useMemo } from 'react';
import { regionalTag } from './regionalTag.ts';
import { useLanguage } from './useLanguage.ts';

const steps = [
  { unit: 'megabyte', bytes: 1024 * 1024 },
  { unit: 'kilobyte', bytes: 1024 },
] as const;

/** Returns a function that formats a file size in the user's language, such as "1.4 MB". */
export function useFormatBytes(): (bytes: number) => string {
  const { language } = useLanguage();
  return useMemo(() => {
    const format = (value: number, unit: string) =>
      new Intl.NumberFormat([regionalTag(language), 'en'], {
        style: 'unit',
        unit,
        maximumFractionDigits: 1,
      }).format(value);
    return (bytes) => {
      const step = steps.find((each) => bytes >= each.bytes);
      return step ? format(bytes / step.bytes, step.unit) : format(bytes, 'byte');
    };
  }, [language]);
}
