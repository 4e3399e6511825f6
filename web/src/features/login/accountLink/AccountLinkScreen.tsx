/** Behind the link of a mail: what it is for, and the form for that. */
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import type { HandedOver } from '../handOver.ts';
import { isOfTyped, type LoginMessage } from '../loginMessage.ts';
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
  /** Everything is done: on to where one goes from here. */
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
      <h2 tabIndex={-1} className="flare text-panel tablet:text-[1.875rem]/9">
        {t('link.failed.title')}
      </h2>
      <p role="alert" className="pt-1 pb-6 text-ink-2">
        {t('messages.notReachable.text')}
      </p>
      <Button kind="primary" size="large" className="w-full" onClick={onRetry}>
        {shell('common.tryNow')}
      </Button>
    </>
  );
}

interface FollowedLinkProps extends AccountLinkScreenProps {
  /** The address led to it, and not what was pressed here. */
  readonly isFirst: boolean;
  /** What was confirmed leads on to another link. */
  readonly onLink: (token: string) => void;
}

/** What was pressed has gone: what came in its place is read from its title. */
function useFocusFollowsStep(kind: string, isFirst: boolean): React.RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const wasPressed = useRef(!isFirst);
  useEffect(() => {
    if (kind === 'reading') return;
    if (wasPressed.current) box.current?.querySelector('h2')?.focus({ preventScroll: true });
    wasPressed.current = true;
  }, [kind]);
  return box;
}

function FollowedLink({ token, ways, onDone, onLogin, isFirst, onLink }: FollowedLinkProps) {
  const { t } = useTranslation('login');
  const { state, read, expire } = useAccountLink(token);
  const [message, tell] = useState<LoginMessage>();
  const messageId = useId();
  const box = useFocusFollowsStep(state.kind, isFirst);
  return (
    <div
      ref={box}
      onInput={() => {
        if (isOfTyped(message)) tell(undefined);
      }}
    >
      {state.kind === 'reading' && <Reading />}
      {state.kind === 'failed' && <Failed onRetry={read} />}
      {state.kind === 'expired' && <ExpiredLink ways={ways} onLogin={onLogin} />}
      {state.kind === 'open' && (
        <>
          <h2 tabIndex={-1} className="flare text-panel tablet:text-[1.875rem]/9">
            {t(`link.${state.link.kind}.title`)}
          </h2>
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
            onLink={onLink}
            onDone={(done) => onDone(done, state.link)}
          />
        </>
      )}
    </div>
  );
}

export function AccountLinkScreen(props: AccountLinkScreenProps) {
  const [token, follow] = useState(props.token);
  const isFirst = token === props.token;
  return (
    <LoginScene roomy={false}>
      {/* Of another link nothing is known yet, and nothing of the last one can be pressed. */}
      <FollowedLink key={token} {...props} token={token} isFirst={isFirst} onLink={follow} />
    </LoginScene>
  );
}
