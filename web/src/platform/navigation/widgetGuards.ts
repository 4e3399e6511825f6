/** Navigation guards of widgets (GUARD-07): a navigation waits until all of them are unregistered. */
import { useEffect } from 'react';
import { useUi } from '../state/ui.ts';

/** Makes navigations wait. Registering the same id twice counts once. */
export const registerNavigationGuard = (id: string): void =>
  useUi.setState(({ widgetsWithNavigationGuards: guards }) =>
    guards.includes(id) ? {} : { widgetsWithNavigationGuards: [...guards, id] },
  );

export const unregisterNavigationGuard = (id: string): void =>
  useUi.setState(({ widgetsWithNavigationGuards: guards }) => ({
    widgetsWithNavigationGuards: guards.filter((guard) => guard !== id),
  }));

export const hasNavigationGuards = (): boolean => useUi.getState().widgetsWithNavigationGuards.length > 0;

/**
 * Keeps a guard registered while `active`.
 * @returns true while a navigation waits; the widget then finishes its work and sets `active` to false
 */
export function useNavigationGuard(id: string, active: boolean): boolean {
  useEffect(() => {
    if (!active) return undefined;
    registerNavigationGuard(id);
    return () => unregisterNavigationGuard(id);
  }, [id, active]);
  return useUi((state) => active && state.wantToNavigate);
}

let waiting: (() => void) | undefined;

/** Cancels the waiting navigation: the user stays on the page. */
export function cancelNavigation(): void {
  const cancel = waiting;
  waiting = undefined;
  // A new array makes the dialog history add its entry again: the navigation has used it up.
  useUi.setState(({ activeDialogStack }) => ({
    wantToNavigate: false,
    activeDialogStack: [...activeDialogStack],
  }));
  cancel?.();
}

/**
 * Waits until no guard is registered. A newer navigation replaces the waiting one.
 * @returns true if the navigation is blocked because a newer one has replaced it
 */
export function waitForGuards(): Promise<boolean> {
  waiting?.();
  waiting = undefined;
  if (!hasNavigationGuards()) return Promise.resolve(false);
  useUi.setState({ wantToNavigate: true });
  return new Promise((resolve) => {
    const end = (blocked: boolean) => {
      unsubscribe();
      resolve(blocked);
    };
    const unsubscribe = useUi.subscribe(({ widgetsWithNavigationGuards: guards }) => {
      if (guards.length > 0) return;
      waiting = undefined;
      // Unsubscribes first, because the next update would call this again.
      end(false);
      useUi.setState({ wantToNavigate: false });
    });
    waiting = () => end(true);
  });
}
