import { regionalTag } from '../i18n/regionalTag.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { useTranslation } from '../i18n/useTranslation.ts';
import type { Happening } from './happening.ts';

/** "Live now", "On now" or "Starts at 18:45" in the user's language; '' without an event. */
export function useHappeningText(): (happening: Happening | undefined) => string {
  const { t } = useTranslation('area');
  const { language } = useLanguage();
  return (happening) => {
    if (!happening) return '';
    if (happening.kind !== 'next') return t(happening.kind);
    const format = new Intl.DateTimeFormat([regionalTag(language), 'en'], {
      hour: '2-digit',
      minute: '2-digit',
    });
    return t('next', { time: format.format(happening.at) });
  };
}
