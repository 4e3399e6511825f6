/** The ways into the venue, and the form of the one that is chosen. */
import type { LoginError } from '@foyer/contract';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { matchesMedia } from '../../platform/media.ts';
import { useLogin } from '../../platform/state/user.ts';
import { useUi } from '../../platform/state/ui.ts';
import { Button } from '../../ui/Button.tsx';
import { forgetHandedOver, handedOver } from './handOver.ts';
import { isOfTyped, messageOfReturn, type GoodNews, type LoginMessage } from './loginMessage.ts';
import { passwordConfiguration } from './loginOptions.ts';
import { LoginScene } from './LoginScene.tsx';
import { MessageBox } from './MessageBox.tsx';
import { OptionForm } from './OptionForm.tsx';
import { OptionList } from './OptionList.tsx';
import { Leaving } from './ProviderWay.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import { useLoginView, type LoginView } from './useLoginView.ts';
import type { Ways } from './ways.ts';

export interface LoginScreenProps {
  readonly ways: Ways;
  /** Where to go when one is in: checked, a path of this venue. */
  readonly redirect: string;
  /** This page, for the link of a mail to come back to. */
  readonly returnTo: string;
  /** What a redirect login failed with. */
  readonly loginError: LoginError | undefined;
}

/** What stands above the form: what an attempt came to, and why a session was not let in (SESSION-03) or has ended (ERROR-01). */
function useMessage(loginError: LoginError | undefined, news: GoodNews | undefined) {
  const refusal = useLogin((state) => state.refusal);
  const [message, setMessage] = useState<LoginMessage | undefined>(() => {
    if (news) return { kind: 'news', news };
    return loginError && messageOfReturn(loginError);
  });
  const [toldRefusal, setToldRefusal] = useState<typeof refusal>(null);
  if (refusal !== toldRefusal) {
    setToldRefusal(refusal);
    if (refusal) setMessage(messageOfReturn(refusal));
  }
  return [message, setMessage] as const;
}

/** Whoever opens a form is in its first field; on a phone at its title, for the keyboard would cover what it says. */
function useFocusFollowsView({ view }: LoginView): React.RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null);
  const before = useRef(view.kind);
  useEffect(() => {
    if (before.current === view.kind) return;
    before.current = view.kind;
    if (view.kind === 'list') return;
    const field = matchesMedia('coarsePointer') ? null : panel.current?.querySelector<HTMLElement>('input');
    (field ?? panel.current?.querySelector('h2'))?.focus({ preventScroll: field === null });
  }, [view.kind]);
  return panel;
}

function Heading({ view, options }: LoginView) {
  const { t } = useTranslation('login');
  const allowed = useUi(
    ({ loginConfigurations }) => passwordConfiguration(loginConfigurations)?.registration,
  );
  const domains = allowed?.allowedDomains.join(', ') ?? '';
  const explained = () => {
    if (view.kind === 'list') return t(options.length === 0 ? 'noOptions' : 'choose');
    if (view.kind !== 'register') return t(`explain.${view.option.loginType}`);
    return domains === '' ? t('register.explain') : t('register.explainDomains', { domains });
  };
  return (
    <>
      <h2 tabIndex={-1} className="flare text-panel tablet:text-[1.875rem]/9">
        {t(view.kind === 'register' ? 'register.title' : 'greeting')}
      </h2>
      <p className="pt-1 pb-5 text-ink-2">{explained()}</p>
    </>
  );
}

export function LoginScreen({ ways, redirect, returnTo, loginError }: LoginScreenProps) {
  const { t } = useTranslation('login');
  const password = useUi((state) => passwordConfiguration(state.loginConfigurations));
  const entering = useLogin((state) => state.phase !== 'loggedOut');
  const [handed] = useState(handedOver);
  useEffect(forgetHandedOver, []);
  const [message, tell] = useMessage(loginError, handed?.news);
  const [email, setEmail] = useState(handed?.email);
  const messageId = useId();
  const clear = useCallback(() => tell(undefined), [tell]);
  const screen = useLoginView({
    loginError,
    knowsEmail: email !== undefined,
    start: (providerId, givenUp) => ways.startProvider(providerId, redirect, givenUp),
    onStranded: () => tell({ kind: 'refusal', refusal: 'notReachable' }),
    onChange: clear,
  });
  const panel = useFocusFollowsView(screen);
  const { view, isSole } = screen;
  const onTyped = () => {
    if (isOfTyped(message)) clear();
  };
  const form = { ways, message, messageId, tell, onTyped, entering };
  const canGoBack = view.kind === 'register' || view.kind === 'leaving' || (view.kind === 'form' && !isSole);
  return (
    <LoginScene roomy={view.kind === 'list'}>
      <div ref={panel} onInput={onTyped}>
        <Heading {...screen} />
        <MessageBox
          id={messageId}
          message={message}
          canReset={password?.passwordReset !== false}
          showsMails={password?.demoAccounts !== undefined}
          onOver={clear}
        />
        {view.kind === 'list' && (
          <OptionList options={screen.options} onChoose={screen.choose} cameFrom={view.cameFrom} />
        )}
        {view.kind === 'leaving' && <Leaving name={view.option.displayName} />}
        {view.kind === 'form' && (
          <OptionForm
            {...form}
            option={view.option}
            email={email ?? ''}
            returnTo={returnTo}
            onStart={() => screen.choose(view.option)}
            onRegister={screen.register}
          />
        )}
        {view.kind === 'register' && (
          <RegisterForm
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
    </LoginScene>
  );
}
