import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';

export interface SubmitButtonProps {
  readonly disabled: boolean;
  readonly busy: boolean;
  readonly label: string;
  /** The label while the form is submitted. Default: `login.checking` (LOGIN-03). */
  readonly busyLabel?: string;
}

/** The submit button of a form. */
export function SubmitButton({ disabled, busy, label, busyLabel }: SubmitButtonProps) {
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
        {busy ? (busyLabel ?? t('checking')) : label}
      </Button>
      <span role="status" className="sr-only">
        {busy ? (busyLabel ?? t('checking')) : ''}
      </span>
    </div>
  );
}
