/** The login page: the list of login options, and the form of the chosen one. */
import type { LoginError } from '@foyer/contract';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { lazyOptional } from '../../platform/loading/lazyOptional.tsx';
import { matchesMedia } from '../../platform/media.ts';
import { useLogin } from '../session/index.ts';
import { useUi } from '../../platform/state/ui.ts';
import { Button } from '../../ui/Button.tsx';
import { clearHandover, readHandover } from './loginHandover.ts';
import { isAboutInput, messageOfLoginError, type LoginSuccess, type LoginMessage } from './loginMessage.ts';
import { passwordConfiguration } from './loginOptions.ts';
import { LoginLayout } from './LoginLayout.tsx';
import { LoginProgress } from './LoginProgress.tsx';
import { MessageBox } from './MessageBox.tsx';
import { OptionForm } from './forms/OptionForm.tsx';
import { OptionList } from './OptionList.tsx';
import { needsOtherForms, useOtherForms } from './forms/useOtherForms.ts';
import { useLoginView, type LoginView } from './useLoginView.ts';
import type { LoginActions } from './loginActions.ts';

export interface LoginScreenProps {
  readonly actions: LoginActions;
  /** The path to open after logging in. Already validated as a path of this venue. */
  readonly redirect: string;
  /** The URL of this page, to which links in emails lead back. */
  readonly returnTo: string;
  /** The error of a redirect login. */
  readonly loginError: LoginError | undefined;
}

/**
 * The message above the form: the result of a submission, or why a session was rejected (SESSION-03) or has ended
 * (ERROR-01).
 */
function useMessage(loginError: LoginError | undefined, news: LoginSuccess | undefined) {
  const sessionError = useLogin((state) => state.error);
  const [message, setMessage] = useState<LoginMessage | undefined>(() => {
    if (news) return { kind: 'news', news };
    return loginError && messageOfLoginError(loginError);
  });
  const [shownError, setShownError] = useState<typeof sessionError>(null);
  if (sessionError !== shownError) {
    setShownError(sessionError);
    if (sessionError) setMessage(messageOfLoginError(sessionError));
  }
  return [message, setMessage] as const;
}

/**
 * Focuses the first field of an opened form; on a phone the heading, because the keyboard would cover the page. While the
 * form is being downloaded, the heading has the focus.
 * @param isReady whether the view is complete
 */
function useFocusOnViewChange({ view }: LoginView, isReady: boolean): React.RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null);
  const before = useRef({ kind: view.kind, isReady: true });
  useEffect(() => {
    const { kind, isReady: wasReady } = before.current;
    const isSame = kind === view.kind;
    if (isSame && (wasReady || !isReady)) return;
    before.current = { kind: view.kind, isReady };
    if (view.kind === 'list') return;
    const field = panel.current?.querySelector<HTMLElement>('input');
    const heading = panel.current?.querySelector('h2');
    // The user has moved the focus during the download.
    if (isSame && document.activeElement !== heading) return;
    const target = matchesMedia('coarsePointer') ? heading : (field ?? heading);
    target?.focus({ preventScroll: true });
    // On a low screen the form is below the invitation.
    for (const part of [field, heading]) part?.scrollIntoView({ block: 'nearest' });
  }, [view.kind, isReady]);
  return panel;
}

function Heading({ view, options }: LoginView) {
  const { t } = useTranslation('login');
  const allowed = useUi(
    ({ loginConfigurations }) => passwordConfiguration(loginConfigurations)?.registration,
  );
  const domains = allowed?.allowedDomains.join(', ') ?? '';
  const explanation = () => {
    if (view.kind === 'list') return t(options.length === 0 ? 'noOptions' : 'choose');
    if (view.kind !== 'register') return t(`explain.${view.option.loginType}`);
    return domains === '' ? t('register.explain') : t('register.explainDomains', { domains });
  };
  return (
    <>
      <h2 tabIndex={-1} className="title-font text-panel tablet:text-[1.875rem]/9">
        {t(view.kind === 'register' ? 'register.title' : 'greeting')}
      </h2>
      <p className="pt-1 pb-5 text-ink-2">{explanation()}</p>
    </>
  );
}

/** Downloaded in a demo only. */
const DemoAccounts = lazyOptional(() => import('./DemoAccounts.tsx'));

const takesDemoAccount = (view: LoginView['view']): boolean =>
  view.kind === 'list' || (view.kind === 'form' && view.option.loginType === 'EMAIL_PASSWORD');

export function LoginScreen({ actions, redirect, returnTo, loginError }: LoginScreenProps) {
  const { t } = useTranslation('login');
  const { t: shell } = useTranslation();
  const password = useUi((state) => passwordConfiguration(state.loginConfigurations));
  const signingIn = useLogin((state) => state.phase !== 'loggedOut');
  const [handover] = useState(readHandover);
  useEffect(clearHandover, []);
  const [message, setMessage] = useMessage(loginError, handover?.news);
  const [email, setEmail] = useState(handover?.email);
  const messageId = useId();
  const clear = useCallback(() => setMessage(undefined), [setMessage]);
  const screen = useLoginView({
    loginError,
    knowsEmail: email !== undefined,
    startProvider: (providerId, signal) => actions.startProvider(providerId, redirect, signal),
    onProviderFailed: () => setMessage({ kind: 'error', error: 'notReachable' }),
    onChange: clear,
  });
  const { view, isOnlyOption } = screen;
  const isOtherForm =
    view.kind === 'register' || (view.kind === 'form' && needsOtherForms(view.option.loginType));
  const others = useOtherForms(isOtherForm, (hasFailed) =>
    setMessage(hasFailed ? { kind: 'error', error: 'notReachable' } : undefined),
  );
  const panel = useFocusOnViewChange(screen, !isOtherForm || others !== undefined);
  const onInput = () => {
    if (isAboutInput(message)) clear();
  };
  const form = { actions, message, messageId, setMessage, onInput, signingIn };
  const canGoBack =
    view.kind === 'register' || view.kind === 'leaving' || (view.kind === 'form' && !isOnlyOption);
  return (
    <LoginLayout showIntroduction={view.kind === 'list'}>
      <div ref={panel} onInput={onInput}>
        <Heading {...screen} />
        <MessageBox
          id={messageId}
          message={message}
          canReset={password?.passwordReset !== false}
          hasDemoMail={password?.demoAccounts !== undefined}
          onWaitEnd={clear}
        />
        {password?.demoAccounts && takesDemoAccount(view) && (
          // The options below do not move when the buttons are downloaded.
          <div className="min-h-28">
            <DemoAccounts {...form} accounts={password.demoAccounts} />
          </div>
        )}
        {view.kind === 'list' && (
          <OptionList options={screen.options} onChoose={screen.choose} returnedFrom={view.returnedFrom} />
        )}
        {view.kind === 'leaving' && <LoginProgress text={t('leaving', { name: view.option.displayName })} />}
        {view.kind === 'form' && (
          <OptionForm
            {...form}
            option={view.option}
            email={email ?? ''}
            returnTo={returnTo}
            onStart={() => screen.choose(view.option)}
            onRegister={screen.register}
            others={others}
          />
        )}
        {isOtherForm && !others && <LoginProgress text={shell('common.loading')} />}
        {view.kind === 'register' && others && (
          <others.RegisterForm
            {...form}
            returnTo={returnTo}
            allowedDomains={password?.registration?.allowedDomains ?? []}
            onRegistered={(registered) => {
              setEmail(registered);
              screen.showPasswordForm();
            }}
          />
        )}
        {canGoBack && (
          <Button kind="text" className="mt-2 w-full" onClick={screen.cancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </LoginLayout>
  );
}
