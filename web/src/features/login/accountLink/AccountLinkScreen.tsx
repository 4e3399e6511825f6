/** Behind the link of a mail: what it is for, and the form for that. */
import { useId, useState } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { handOver, type HandedOver } from '../handOver.ts';
import type { LoginMessage } from '../loginMessage.ts';
import { LoginScene } from '../LoginScene.tsx';
import { MessageBox } from '../MessageBox.tsx';
import type { Ways } from '../ways.ts';
import { ConfirmForm } from './ConfirmForm.tsx';
import { ExpiredLink } from './ExpiredLink.tsx';
import { FirstAdministratorForm } from './FirstAdministratorForm.tsx';
import type { AccountLink, LinkFormProps } from './linkForm.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { useAccountLink } from './useAccountLink.ts';

export interface AccountLinkScreenProps {
  /** What stands behind `#token=`, '' where nothing does. */
  readonly token: string;
  readonly ways: Ways;
  /** Everything is done: on to the login. */
  readonly onDone: (done: HandedOver, link: AccountLink) => Promise<void>;
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

function Reading() {
  const { t } = useTranslation('login');
  return (
    <p role="status" className="flex flex-col items-center gap-4 py-10">
      <Spinner size={36} />
      <span className="font-strong">{t('link.reading')}</span>
    </p>
  );
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation('login');
  const { t: shell } = useTranslation();
  return (
    <>
      <h2 className="flare text-panel tablet:text-[1.875rem]/9">{t('link.failed.title')}</h2>
      <p role="alert" className="pt-1 pb-6 text-ink-2">
        {t('messages.notReachable.text')}
      </p>
      <Button kind="primary" size="large" className="w-full" onClick={onRetry}>
        {shell('common.tryNow')}
      </Button>
    </>
  );
}

export function AccountLinkScreen({ token: given, ways, onDone, onLogin }: AccountLinkScreenProps) {
  const { t } = useTranslation('login');
  const [token, follow] = useState(given);
  const { state, read, expire } = useAccountLink(token);
  const [message, tell] = useState<LoginMessage>();
  const messageId = useId();
  return (
    <LoginScene roomy={false}>
      {state.kind === 'reading' && <Reading />}
      {state.kind === 'failed' && <Failed onRetry={read} />}
      {state.kind === 'expired' && <ExpiredLink ways={ways} onLogin={onLogin} />}
      {state.kind === 'open' && (
        <>
          <h2 className="flare text-panel tablet:text-[1.875rem]/9">{t(`link.${state.link.kind}.title`)}</h2>
          <p className="pt-1 pb-5 text-ink-2">
            {t(`link.${state.link.kind}.text`, { email: `\u2068${state.link.email}\u2069` })}
          </p>
          <MessageBox id={messageId} message={message} onOver={() => tell(undefined)} />
          <LinkForm
            token={token}
            link={state.link}
            message={message}
            messageId={messageId}
            tell={tell}
            onExpired={expire}
            onLink={follow}
            onDone={async (done) => {
              handOver(done);
              await onDone(done, state.link);
            }}
          />
        </>
      )}
    </LoginScene>
  );
}
