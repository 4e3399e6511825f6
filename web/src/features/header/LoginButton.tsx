import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { LoginLink } from '../../ui/LoginLink.tsx';

/** Replaces the account menu for guests. */
export function LoginButton() {
  const { t } = useTranslation();
  return (
    <LoginLink className="island press target inline-flex h-12 items-center rounded-full px-5 text-button font-strong">
      {t('account.login')}
    </LoginLink>
  );
}
