import gear from '@phosphor-icons/core/regular/gear-six.svg?raw';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { IconButton } from '../../../ui/IconButton.tsx';

/** Opens the account settings from the own profile. */
export function AccountButton({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation('profile');
  return <IconButton svg={gear} label={t('account')} onClick={onClick} className="bg-ink/6" />;
}
