/**
 * The forms of the login screen as steps of the browser's history: Back leads from a form to the list that it was opened
 * from, and not out of the site. What is shown is told to the history, which is heard where somebody walks through it.
 */
import { useRouter, type RouterHistory } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLogin } from '../../platform/state/user.ts';

export type Step = { readonly kind: 'form'; readonly key: string } | { readonly kind: 'register' };

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * What of the login screen this entry stands for, how many steps it is away from where one arrived, and in which load
     * of the page: a page that is loaded anew begins with the list.
     */
    loginStep?: Step & { readonly depth: number; readonly loadedAt: number };
  }
}

const stepOf = ({ location: { state } }: RouterHistory) =>
  state.loginStep?.loadedAt === performance.timeOrigin ? state.loginStep : undefined;

/** The one that somebody comes back to from another page. */
export const useFirstStep = (): Step | undefined => stepOf(useRouter().history);

export interface LoginSteps {
  readonly open: (step: Step) => void;
  /** To where one arrived, or by one step. */
  readonly leave: (by: 'all' | 'one') => void;
}

/** @param onWalk somebody has gone back or forward; undefined: to where they arrived */
export function useLoginSteps(onWalk: (step: Step | undefined) => void): LoginSteps {
  const router = useRouter();
  const { history } = router;
  /** The browser goes back in its own time: what is opened meanwhile waits for it. */
  const leaving = useRef(false);
  const waiting = useRef<Step>(undefined);
  const here = () => stepOf(history);

  const open = (step: Step): void => {
    if (leaving.current) {
      waiting.current = step;
      return;
    }
    const depth = (here()?.depth ?? 0) + 1;
    void router.navigate({
      to: '.',
      search: true,
      hash: true,
      state: (before) => ({ ...before, loginStep: { ...step, depth, loadedAt: performance.timeOrigin } }),
    });
  };
  const walked = useEffectEvent(() => {
    if (leaving.current) {
      leaving.current = false;
      const next = waiting.current;
      waiting.current = undefined;
      if (next) open(next);
    } else if (useLogin.getState().phase !== 'loggedIn') onWalk(here());
  });
  useEffect(
    () =>
      history.subscribe(({ action: { type } }) => {
        if (type !== 'PUSH' && type !== 'REPLACE') walked();
      }),
    [history],
  );

  return {
    open,
    leave(by) {
      waiting.current = undefined;
      const depth = here()?.depth ?? 0;
      if (depth === 0 || leaving.current) return;
      leaving.current = true;
      history.go(by === 'all' ? -depth : -1);
    },
  };
}
