import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import type { AccountError } from './accountError.ts';

/** Returns the message of an error. */
export function useErrorText(): (error: AccountError) => string {
  const { t } = useTranslation('profile');
  return (error) =>
    error.kind === 'mismatch'
      ? t('settings.delete.mismatch')
      : t(`settings.errors.${error.kind}`, error.kind === 'tooMany' ? { count: error.minutes } : {});
}
