/** Widgets that must not be left in the middle (GUARD-07): a navigation waits until all of them have let go. */
import { useEffect } from 'react';
import { useUi } from '../state/ui.ts';

/** Holds navigations back; the same guard twice counts once. */
export const registerNavigationGuard = (id: string): void =>
  useUi.setState(({ widgetsWithNavigationGuards: guards }) =>
    guards.includes(id) ? {} : { widgetsWithNavigationGuards: [...guards, id] },
  );

export const unregisterNavigationGuard = (id: string): void =>
  useUi.setState(({ widgetsWithNavigationGuards: guards }) => ({
    widgetsWithNavigationGuards: guards.filter((guard) => guard !== id),
  }));

/**
 * Keeps a guard registered while `active`.
 * @returns true while a navigation waits: the widget finishes what it does and then sets `active` to false
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

/** Calls back a navigation that waits: one stays where one is, and nothing is lost. */
export function cancelNavigation(): void {
  const callBack = waiting;
  waiting = undefined;
  // What is open is on the stack anew: the navigation has taken the step that Back closes it with.
  useUi.setState(({ activeDialogStack }) => ({
    wantToNavigate: false,
    activeDialogStack: [...activeDialogStack],
  }));
  callBack?.();
}

/**
 * Waits until no guard is left. Single-flight: a newer navigation takes the place of the one that waits.
 * @returns true where the navigation must not go on, because a newer one does
 */
export function waitForGuards(): Promise<boolean> {
  waiting?.();
  waiting = undefined;
  if (useUi.getState().widgetsWithNavigationGuards.length === 0) return Promise.resolve(false);
  useUi.setState({ wantToNavigate: true });
  return new Promise((resolve) => {
    const end = (blocked: boolean) => {
      unsubscribe();
      resolve(blocked);
    };
    const unsubscribe = useUi.subscribe(({ widgetsWithNavigationGuards: guards }) => {
      if (guards.length > 0) return;
      waiting = undefined;
      // First of all it stops listening: what it sets would call it again.
      end(false);
      useUi.setState({ wantToNavigate: false });
    });
    waiting = () => end(true);
  });
}
