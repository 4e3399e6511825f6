/** Where somebody is on the login screen: before the ways in, in the form of one, or on the way to another house. */
import type { LoginError, LoginOption } from '@foyer/contract';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useUi } from '../../platform/state/ui.ts';
import { isFirstArrival, noteArrival } from './firstArrival.ts';
import { loginOptionsOf } from './loginOptions.ts';
import { useFirstStep, useLoginSteps, type Step } from './useLoginSteps.ts';

export type View =
  /** `cameFrom`: the option that somebody has come back from, by its key. */
  | { readonly kind: 'list'; readonly cameFrom?: string | undefined }
  | { readonly kind: 'form'; readonly option: LoginOption }
  | { readonly kind: 'leaving'; readonly option: LoginOption }
  | { readonly kind: 'register' };

/** The same for the same way in, in every language. */
export const optionKey = ({ loginType, providerId = '' }: LoginOption): string =>
  `${loginType} ${providerId}`;

type Asked =
  | { readonly kind: 'list'; readonly cameFrom?: string }
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

export interface Beginning {
  readonly loginError: LoginError | undefined;
  /** Somebody comes whose email is known: email and password it is. */
  readonly knowsEmail: boolean;
  /** Leaves the page for an identity provider's, unless that is given up meanwhile. */
  readonly start: (providerId: string, givenUp: AbortSignal) => Promise<void>;
  /** What leads there did not come, and the screen is the one before again. */
  readonly onStranded: () => void;
  /** Another option: what was said of the last one is over (LOGIN-10). */
  readonly onChange: () => void;
}

export interface LoginView {
  readonly options: readonly LoginOption[];
  readonly view: View;
  /** There is one way in, and so nothing to choose. */
  readonly isSole: boolean;
  readonly choose: (option: LoginOption) => void;
  /** Back to the list, or to what stands in its place. */
  readonly cancel: () => void;
  readonly register: () => void;
  readonly showPasswordForm: () => void;
}

export function useLoginView({ loginError, knowsEmail, start, onStranded, onChange }: Beginning): LoginView {
  const options = useOptions();
  const [first] = options;
  const sole = options.length === 1 ? first : undefined;
  const password = options.find(({ loginType }) => loginType === 'EMAIL_PASSWORD');

  /** What is there where one arrived. */
  const [arrivedAt] = useState((): Asked => {
    // A sole provider is gone to without a press, once (LOGIN-02).
    const goes = sole?.loginType === 'FIREBASE_OIDC' && loginError === undefined && isFirstArrival();
    if (sole) return { kind: goes ? 'leaving' : 'form', key: optionKey(sole) };
    return knowsEmail && password ? { kind: 'form', key: optionKey(password) } : { kind: 'list' };
  });
  const base = useRef(arrivedAt);
  const [asked, setAsked] = useState<Asked>(useFirstStep() ?? arrivedAt);
  const option = 'key' in asked ? options.find((each) => optionKey(each) === asked.key) : undefined;
  const view: View = !('key' in asked) ? asked : option ? { kind: asked.kind, option } : { kind: 'list' };

  const list = (): Asked => (option ? { kind: 'list', cameFrom: optionKey(option) } : { kind: 'list' });
  const back = (): Asked => (base.current.kind === 'form' ? base.current : list());
  const show = (next: Asked) => {
    onChange();
    setAsked(next);
  };
  const steps = useLoginSteps((step) => show(step ?? back()));
  const open = (step: Step) => {
    show(step);
    steps.open(step);
  };
  const cancel = () => {
    base.current = sole ? { kind: 'form', key: optionKey(sole) } : { kind: 'list' };
    show(back());
    steps.leave('all');
  };

  const leavesFor = view.kind === 'leaving' ? view.option.providerId : undefined;
  // Leaving begins once, whatever is drawn again meanwhile.
  const leave = useEffectEvent(start);
  const strand = useEffectEvent(() => {
    cancel();
    onStranded();
  });
  useEffect(() => {
    noteArrival();
    if (leavesFor === undefined) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    leave(leavesFor, signal).catch(() => {
      if (!signal.aborted) strand();
    });
    return () => leaving.abort();
  }, [leavesFor]);
  // Who comes back with the browser's own button finds the page as it was left.
  const comeBack = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted && leavesFor !== undefined) cancel();
  });
  useEffect(() => {
    const comeBackTo = (event: PageTransitionEvent) => comeBack(event);
    addEventListener('pageshow', comeBackTo);
    return () => removeEventListener('pageshow', comeBackTo);
  }, []);

  return {
    options,
    view,
    isSole: sole !== undefined,
    choose: (chosen) => {
      const key = optionKey(chosen);
      if (chosen.loginType === 'FIREBASE_OIDC') show({ kind: 'leaving', key });
      else open({ kind: 'form', key });
    },
    cancel,
    register: () => open({ kind: 'register' }),
    showPasswordForm() {
      setAsked(password ? { kind: 'form', key: optionKey(password) } : { kind: 'list' });
      steps.leave('one');
    },
  };
}
