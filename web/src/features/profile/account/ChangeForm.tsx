import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';

export interface ChangeFormProps {
  readonly verb: string;
  readonly workingVerb: string;
  readonly busy: boolean;
  /** The submit button is disabled until all required fields are filled in. */
  readonly ready: boolean;
  /** The account's email, in a hidden field for password managers. */
  readonly email: string;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/**
 * A form that opens inside a section. It scrolls into view and focuses its first field, and after an error the
 * invalid field.
 */
export function ChangeForm(props: ChangeFormProps) {
  const { verb, workingVerb, busy, ready, email, onSubmit, onCancel, children } = props;
  const { t } = useTranslation('profile');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
    form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus({ preventScroll: true });
  }, []);
  const wasBusy = useRef(busy);
  useEffect(() => {
    if (wasBusy.current && !busy) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    wasBusy.current = busy;
  }, [busy]);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !busy) onSubmit();
      }}
      className="flex flex-col gap-4"
    >
      <input hidden readOnly autoComplete="username" value={email} />
      {children}
      <div className="flex gap-2">
        <Button type="submit" kind="secondary" busy={busy} disabled={!ready}>
          {busy ? workingVerb : verb}
        </Button>
        <Button kind="text" onClick={onCancel}>
          {t('settings.cancel')}
        </Button>
      </div>
    </form>
  );
}
