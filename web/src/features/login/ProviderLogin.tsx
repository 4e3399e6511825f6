/** Login with an identity provider (LOGIN-09). */
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';

export function ProviderButton({ name, onStart }: { readonly name: string; readonly onStart: () => void }) {
  const { t } = useTranslation('login');
  return (
    <Button kind="primary" size="large" className="w-full" onClick={onStart}>
      {t('continueWith', { name })}
    </Button>
  );
}
