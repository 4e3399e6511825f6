/** The page behind the link of an email: what the link is for, and its form. */
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { isAboutInput, type LoginMessage } from '../loginMessage.ts';
import { LoginLayout } from '../LoginLayout.tsx';
import { MessageBox } from '../MessageBox.tsx';
import type { LoginActions } from '../loginActions.ts';
import { ConfirmForm } from './ConfirmForm.tsx';
import { ExpiredLink } from './ExpiredLink.tsx';
import { FirstAdministratorForm } from './FirstAdministratorForm.tsx';
import type { AccountLink, LinkFormProps, LinkResult } from './linkFormProps.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { useAccountLink } from './useAccountLink.ts';
import { useTexts } from './useTexts.ts';

export interface AccountLinkScreenProps {
  /** The value of `#token=` in the URL, or an empty string. */
  readonly token: string;
  readonly actions: LoginActions;
  /** The form was submitted successfully. */
  readonly onDone: (result: LinkResult, link: AccountLink) => Promise<void>;
  readonly onLogin: () => Promise<void>;
}

function LinkForm(props: LinkFormProps) {
  switch (props.link.kind) {
    case 'firstAdministrator':
      return <FirstAdministratorForm {...props} />;
    case 'registration':
    case 'emailChange':
      return <ConfirmForm {...props} />;
    default:
      return <NewPasswordForm {...props} />;
  }
}

function Loading() {
  const { t } = useTexts();
  return (
    <p role="status" className="flex flex-col items-center gap-4 py-10">
      <Spinner size={36} />
      <span className="font-strong">{t('checking')}</span>
    </p>
  );
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTexts();
  const { t: login } = useTranslation('login');
  const { t: shell } = useTranslation();
  return (
    <>
      <h2 tabIndex={-1} className="title-font text-panel tablet:text-[1.875rem]/9">
        {t('failed.title')}
      </h2>
      <p role="alert" className="pt-1 pb-6 text-ink-2">
        {login('messages.notReachable.text')}
      </p>
      <Button kind="primary" size="large" className="w-full" onClick={onRetry}>
        {shell('common.tryNow')}
      </Button>
    </>
  );
}

interface LinkStepProps extends AccountLinkScreenProps {
  /** The page was opened with this link; later steps follow after a form. */
  readonly isFirstStep: boolean;
  /** The confirmation has returned the token of the next step. */
  readonly onLink: (token: string) => void;
}

/** Moves the focus to the heading of the next step, because the pressed button was removed. */
function useFocusOnStepChange(kind: string, isFirstStep: boolean): React.RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const shouldFocus = useRef(!isFirstStep);
  useEffect(() => {
    if (kind === 'loading') return;
    if (shouldFocus.current) box.current?.querySelector('h2')?.focus({ preventScroll: true });
    shouldFocus.current = true;
  }, [kind]);
  return box;
}

function LinkStep({ token, actions, onDone, onLogin, isFirstStep, onLink }: LinkStepProps) {
  const { t } = useTexts();
  const { state, read, expire } = useAccountLink(token);
  const [message, setMessage] = useState<LoginMessage>();
  const messageId = useId();
  const box = useFocusOnStepChange(state.kind, isFirstStep);
  return (
    <div
      ref={box}
      onInput={() => {
        if (isAboutInput(message)) setMessage(undefined);
      }}
    >
      {state.kind === 'loading' && <Loading />}
      {state.kind === 'failed' && <Failed onRetry={read} />}
      {state.kind === 'expired' && <ExpiredLink actions={actions} onLogin={onLogin} />}
      {state.kind === 'open' && (
        <>
          <h2 tabIndex={-1} className="title-font text-panel tablet:text-[1.875rem]/9">
            {t(`${state.link.kind}.title`)}
          </h2>
          <p className="pt-1 pb-5 text-ink-2">{t(`${state.link.kind}.text`, { email: state.link.email })}</p>
          <MessageBox id={messageId} message={message} onWaitEnd={() => setMessage(undefined)} />
          <LinkForm
            token={token}
            link={state.link}
            message={message}
            messageId={messageId}
            setMessage={setMessage}
            onExpired={expire}
            onLink={onLink}
            onDone={(result) => onDone(result, state.link)}
          />
        </>
      )}
    </div>
  );
}

export function AccountLinkScreen(props: AccountLinkScreenProps) {
  const [token, follow] = useState(props.token);
  const isFirstStep = token === props.token;
  return (
    <LoginLayout showIntroduction={false}>
      {/* The key resets all state for the next link, so that the last form cannot be submitted again. */}
      <LinkStep key={token} {...props} token={token} isFirstStep={isFirstStep} onLink={follow} />
    </LoginLayout>
  );
}
