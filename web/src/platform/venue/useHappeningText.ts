import { useTimeFormat } from '../i18n/useTimeFormat.ts';
import { useTranslation } from '../i18n/useTranslation.ts';
import type { Happening } from './happening.ts';

/** "Live now", "On now" or "Starts at 18:45" in the user's language; '' without an event. */
export function useHappeningText(): (happening: Happening | undefined) => string {
  const { t } = useTranslation('area');
  const timeFormat = useTimeFormat();
  return (happening) => {
    if (!happening) return '';
    if (happening.kind !== 'next') return t(happening.kind);
    return t('next', { time: timeFormat().format(happening.at) });
  };
}
