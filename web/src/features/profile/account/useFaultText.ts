import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import type { AccountFault } from './accountFault.ts';

/** The words for what was refused. */
export function useFaultText(): (fault: AccountFault) => string {
  const { t } = useTranslation('profile');
  return (fault) =>
    fault.kind === 'mismatch'
      ? t('settings.delete.mismatch')
      : t(`settings.faults.${fault.kind}`, fault.kind === 'tooMany' ? { count: fault.minutes } : {});
}
