/** Login with an identity provider: the button, and the state while its page loads (LOGIN-09). */
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';

export function ProviderButton({ name, onStart }: { readonly name: string; readonly onStart: () => void }) {
  const { t } = useTranslation('login');
  return (
    <Button kind="primary" size="large" className="w-full" onClick={onStart}>
      {t('continueWith', { name })}
    </Button>
  );
}

export function LeavingForProvider({ name }: { readonly name: string }) {
  const { t } = useTranslation('login');
  return (
    <div className="flex flex-col items-center gap-4 py-8 text-center">
      <Spinner size={36} />
      <p role="status" className="font-strong">
        {t('leaving', { name })}
      </p>
    </div>
  );
}
