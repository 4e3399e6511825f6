/** The view of the login screen: the list of options, a form, registration, or leaving for an identity provider. */
import type { LoginError, LoginOption } from '@foyer/contract';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useUi } from '../../platform/state/ui.ts';
import { mayStartAutomatically, disableAutomaticStart } from './automaticLogin.ts';
import { loginOptionsOf } from './loginOptions.ts';
import { useInitialStep, useLoginSteps, type Step } from './useLoginSteps.ts';

export type View =
  /** `returnedFrom`: the key of the option whose form was closed. */
  | { readonly kind: 'list'; readonly returnedFrom?: string | undefined }
  | { readonly kind: 'form'; readonly option: LoginOption }
  | { readonly kind: 'leaving'; readonly option: LoginOption }
  | { readonly kind: 'register' };

/** Identifies an option independently of the language. */
export const optionKey = ({ loginType, providerId = '' }: LoginOption): string =>
  `${loginType} ${providerId}`;

type ViewState =
  | { readonly kind: 'list'; readonly returnedFrom?: string }
  | { readonly kind: 'leaving'; readonly key: string }
  | Step;

function useOptions(): readonly LoginOption[] {
  const { t } = useTranslation('login');
  const configurations = useUi((state) => state.loginConfigurations);
  return useMemo(
    () =>
      loginOptionsOf(configurations, {
        CVENT_LOGIN: t('options.CVENT_LOGIN'),
        BIZZABO_LOGIN: t('options.BIZZABO_LOGIN'),
        FIREBASE_OIDC: t('options.FIREBASE_OIDC'),
        EMAIL_PASSWORD: t('options.EMAIL_PASSWORD'),
      }),
    [configurations, t],
  );
}

export interface LoginViewOptions {
  readonly loginError: LoginError | undefined;
  /** The email is known: opens the form for email and password. */
  readonly knowsEmail: boolean;
  /** Opens the page of an identity provider, unless it is aborted before. */
  readonly startProvider: (providerId: string, signal: AbortSignal) => Promise<void>;
  /** The code that opens the page failed to load; the previous view is shown again. */
  readonly onProviderFailed: () => void;
  /** The view changes: the message of the last one is removed (LOGIN-10). */
  readonly onChange: () => void;
}

export interface LoginView {
  readonly options: readonly LoginOption[];
  readonly view: View;
  /** There is exactly one login option, so no list is shown. */
  readonly isOnlyOption: boolean;
  readonly choose: (option: LoginOption) => void;
  /** Goes back to the list, or to the form of the only option. */
  readonly cancel: () => void;
  readonly register: () => void;
  readonly showPasswordForm: () => void;
}

export function useLoginView({
  loginError,
  knowsEmail,
  startProvider,
  onProviderFailed,
  onChange,
}: LoginViewOptions): LoginView {
  const options = useOptions();
  const [first] = options;
  const onlyOption = options.length === 1 ? first : undefined;
  const password = options.find(({ loginType }) => loginType === 'EMAIL_PASSWORD');

  /** The view when the page was opened. */
  const [initial] = useState((): ViewState => {
    // If an identity provider is the only option, it starts automatically once (LOGIN-02).
    const startsAutomatically =
      onlyOption?.loginType === 'FIREBASE_OIDC' && loginError === undefined && mayStartAutomatically();
    if (onlyOption) return { kind: startsAutomatically ? 'leaving' : 'form', key: optionKey(onlyOption) };
    return knowsEmail && password ? { kind: 'form', key: optionKey(password) } : { kind: 'list' };
  });
  const base = useRef(initial);
  const [state, setState] = useState<ViewState>(useInitialStep() ?? initial);
  const option = 'key' in state ? options.find((each) => optionKey(each) === state.key) : undefined;
  const view: View = !('key' in state) ? state : option ? { kind: state.kind, option } : { kind: 'list' };

  const list = (): ViewState =>
    option ? { kind: 'list', returnedFrom: optionKey(option) } : { kind: 'list' };
  const back = (): ViewState => (base.current.kind === 'form' ? base.current : list());
  const show = (next: ViewState) => {
    onChange();
    setState(next);
  };
  const steps = useLoginSteps((step) => show(step ?? back()));
  const open = (step: Step) => {
    show(step);
    steps.open(step);
  };
  const cancel = () => {
    base.current = onlyOption ? { kind: 'form', key: optionKey(onlyOption) } : { kind: 'list' };
    show(back());
    steps.leave('all');
  };

  const providerId = view.kind === 'leaving' ? view.option.providerId : undefined;
  // Effect events, so that the effect runs only once per provider, not after each render.
  const start = useEffectEvent(startProvider);
  const fail = useEffectEvent(() => {
    cancel();
    onProviderFailed();
  });
  // Before the user can reload the page.
  useLayoutEffect(disableAutomaticStart, []);
  useEffect(() => {
    if (providerId === undefined) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    start(providerId, signal).catch(() => {
      if (!signal.aborted) fail();
    });
    return () => controller.abort();
  }, [providerId]);
  // The browser's Back button may restore the page from the back/forward cache in the view `leaving`.
  const handlePageShow = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted && providerId !== undefined) cancel();
  });
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => handlePageShow(event);
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);

  return {
    options,
    view,
    isOnlyOption: onlyOption !== undefined,
    choose: (chosen) => {
      const key = optionKey(chosen);
      if (chosen.loginType === 'FIREBASE_OIDC') show({ kind: 'leaving', key });
      else open({ kind: 'form', key });
    },
    cancel,
    register: () => open({ kind: 'register' }),
    showPasswordForm() {
      setState(password ? { kind: 'form', key: optionKey(password) } : { kind: 'list' });
      steps.leave('one');
    },
  };
}
