import { useMemo } from 'react';
import { regionalTag } from '../../platform/i18n/regionalTag.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';

/** Formats minutes in the user's language: 3 hr 20 min. */
export function useDuration(): (minutes: number) => string {
  const { language } = useLanguage();
  return useMemo(() => {
    const tag = [regionalTag(language), 'en'];
    const unit = (name: 'hour' | 'minute') =>
      new Intl.NumberFormat(tag, {
        style: 'unit',
        unit: name,
        unitDisplay: 'short',
        maximumFractionDigits: 0,
      });
    const [hours, rest] = [unit('hour'), unit('minute')];
    const list = new Intl.ListFormat(tag, { type: 'unit', style: 'narrow' });
    return (minutes) => {
      const whole = Math.round(minutes);
      if (whole < 60) return rest.format(whole);
      const parts = [hours.format(Math.floor(whole / 60))];
      if (whole % 60 > 0 && whole < 6_000) parts.push(rest.format(whole % 60));
      return list.format(parts);
    };
  }, [language]);
}
