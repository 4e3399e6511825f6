import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '../i18n/useTranslation.ts';
import { useIsCookieBannerVisible } from '../state/cookieBanner.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import type { PasswordRequest } from './openAttempt.ts';
import { useTexts } from './useTexts.ts';

interface PdfPasswordProps {
  readonly request: PasswordRequest;
  /** Of the document. */
  readonly name: string;
}

/** Asks for the password of a document, again after a wrong one. It is stored nowhere. */
export function PdfPassword({ request, name }: PdfPasswordProps) {
  const { t } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  // A link can open a document on the first visit, when the cookie banner asks as well.
  const isBannerVisible = useIsCookieBannerVisible();
  return (
    <Dialog
      id="pdf-password"
      open={!isBannerVisible}
      initialFocus={field}
      leavesFocus
      onClose={request.cancel}
      width={440}
      title={t('password.title')}
      description={t('password.text', { name })}
    >
      <PasswordForm key={request.number} request={request} field={field} />
    </Dialog>
  );
}

interface PasswordFormProps {
  readonly request: PasswordRequest;
  readonly field: RefObject<HTMLInputElement | null>;
}

function PasswordForm({ request, field }: PasswordFormProps) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const [password, setPassword] = useState('');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { number, isChecking, enter, cancel } = request;
  const isMissing = wasSubmitted && password === '';
  const wasWrong = number > 1 && !wasSubmitted;
  // Also after a wrong password, when the form is a new one.
  useEffect(() => field.current?.focus(), [field]);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setWasSubmitted(true);
        if (password !== '' && !isChecking) enter(password);
      }}
      className="flex flex-col gap-4 px-6 pt-2 pb-6"
    >
      <Field
        label={t('password.field')}
        type="password"
        // Not the password of an account: browsers must neither fill it in nor store it.
        autoComplete="off"
        ref={field}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={isMissing ? t('password.missing') : wasWrong ? t('password.wrong') : undefined}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button kind="quiet" onClick={cancel}>
          {common('common.cancel')}
        </Button>
        <Button type="submit" busy={isChecking}>
          {t('password.open')}
        </Button>
      </div>
    </form>
  );
}
