import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';

export interface EnterButtonProps {
  readonly disabled: boolean;
  readonly busy: boolean;
  readonly label: string;
  /** Said while it works; by default that something is checked (LOGIN-03). */
  readonly working?: string;
}

/** The one thing to press in a form. */
export function EnterButton({ disabled, busy, label, working }: EnterButtonProps) {
  const { t } = useTranslation('login');
  return (
    <div className="pt-2">
      <Button
        type="submit"
        kind="primary"
        size="large"
        disabled={disabled && !busy}
        busy={busy}
        className="w-full"
      >
        {busy ? (working ?? t('checking')) : label}
      </Button>
      <span role="status" className="sr-only">
        {busy ? (working ?? t('checking')) : ''}
      </span>
    </div>
  );
}
