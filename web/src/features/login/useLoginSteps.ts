/**
 * Adds the forms of the login screen to the browser's history, so that Back leads from a form to the list and not out of
 * the site.
 */
import { useRouter, type RouterHistory } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLogin } from '../session/index.ts';

export type Step = { readonly kind: 'form'; readonly key: string } | { readonly kind: 'register' };

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The step of the login screen, the number of steps since the page was opened, and the page load: after a reload the
     * page begins with the list.
     */
    loginStep?: Step & { readonly depth: number; readonly loadedAt: number };
  }
}

const stepOf = ({ location: { state } }: RouterHistory) =>
  state.loginStep?.loadedAt === performance.timeOrigin ? state.loginStep : undefined;

/** The step to show when the user comes back from another page. */
export const useInitialStep = (): Step | undefined => stepOf(useRouter().history);

export interface LoginSteps {
  readonly open: (step: Step) => void;
  /** Goes back to the first step, or by one step. */
  readonly leave: (by: 'all' | 'one') => void;
}

/** @param onNavigate called after Back or Forward; undefined stands for the first step */
export function useLoginSteps(onNavigate: (step: Step | undefined) => void): LoginSteps {
  const router = useRouter();
  const { history } = router;
  /** `history.go` is asynchronous: a step that is opened meanwhile waits until it is done. */
  const leaving = useRef(false);
  const pendingStep = useRef<Step>(undefined);
  const currentStep = () => stepOf(history);

  const open = (step: Step): void => {
    if (leaving.current) {
      pendingStep.current = step;
      return;
    }
    const depth = (currentStep()?.depth ?? 0) + 1;
    void router.navigate({
      to: '.',
      search: true,
      hash: true,
      resetScroll: false,
      state: (before) => ({ ...before, loginStep: { ...step, depth, loadedAt: performance.timeOrigin } }),
    });
  };
  const handleNavigation = useEffectEvent(() => {
    if (leaving.current) {
      leaving.current = false;
      const next = pendingStep.current;
      pendingStep.current = undefined;
      if (next) open(next);
    } else if (useLogin.getState().phase !== 'loggedIn') onNavigate(currentStep());
  });
  useEffect(
    () =>
      history.subscribe(({ action: { type } }) => {
        if (type !== 'PUSH' && type !== 'REPLACE') handleNavigation();
      }),
    [history],
  );

  return {
    open,
    leave(by) {
      pendingStep.current = undefined;
      const depth = currentStep()?.depth ?? 0;
      if (depth === 0 || leaving.current) return;
      leaving.current = true;
      history.go(by === 'all' ? -depth : -1);
    },
  };
}
