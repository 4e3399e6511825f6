/**
 * Navigation guards of widgets (GUARD-07): a navigation, or the closing of a side panel, waits until the guards of what it
 * would end are unregistered.
 */
import { useEffect } from 'react';
import { useUi } from '../state/ui.ts';

/** A navigation within the app. */
export interface Step {
  readonly from: URL;
  readonly to: URL;
}

type IsEndedBy = (step: Step) => boolean;
type IsConcerned = (guardId: string) => boolean;

/** Which navigations would end what a guard protects, by the id of the guard. */
const protectedFrom = new Map<string, IsEndedBy>();

const always = (): boolean => true;

/** Makes navigations wait, by default all of them. Registering the same id twice counts once. */
export function registerNavigationGuard(id: string, isEndedBy: IsEndedBy = always): void {
  protectedFrom.set(id, isEndedBy);
  useUi.setState(({ widgetsWithNavigationGuards: guards }) =>
    guards.includes(id) ? {} : { widgetsWithNavigationGuards: [...guards, id] },
  );
}

export const unregisterNavigationGuard = (id: string): void =>
  useUi.setState(({ widgetsWithNavigationGuards: guards }) => ({
    widgetsWithNavigationGuards: guards.filter((guard) => guard !== id),
  }));

/** The guards of what a navigation would end. */
export const guardsOf =
  (step: Step): IsConcerned =>
  (id) =>
    protectedFrom.get(id)?.(step) ?? true;

export const hasNavigationGuards = (isConcerned: IsConcerned = always): boolean =>
  useUi.getState().widgetsWithNavigationGuards.some(isConcerned);

interface Waiting {
  readonly isConcerned: IsConcerned;
  readonly cancel: () => void;
}

/** What waits while `wantToNavigate` is set. */
let waiting: Waiting | undefined;

/**
 * Keeps a guard registered while `active`.
 * @param id for a guard in a side panel the id of the panel
 * @param isEndedBy must stay the same function
 * @returns true while a navigation waits for it; the widget then finishes its work and sets `active` to false
 */
export function useNavigationGuard(id: string, active: boolean, isEndedBy?: IsEndedBy): boolean {
  useEffect(() => {
    if (!active) return undefined;
    registerNavigationGuard(id, isEndedBy);
    return () => unregisterNavigationGuard(id);
  }, [id, active, isEndedBy]);
  return useUi((state) => active && state.wantToNavigate && waiting?.isConcerned(id) === true);
}

/** Cancels the waiting navigation: the user stays on the page. */
export function cancelNavigation(): void {
  const cancelled = waiting;
  waiting = undefined;
  // A new array makes the dialog history add its entry again: the navigation has used it up.
  useUi.setState(({ activeDialogStack }) => ({
    wantToNavigate: false,
    activeDialogStack: [...activeDialogStack],
  }));
  cancelled?.cancel();
}

/**
 * Waits until none of the guards that are concerned is registered. A newer navigation replaces the waiting one.
 * @returns true if the navigation is blocked because a newer one has replaced it
 */
export function waitForGuards(isConcerned: IsConcerned): Promise<boolean> {
  waiting?.cancel();
  waiting = undefined;
  if (!hasNavigationGuards(isConcerned)) {
    useUi.setState({ wantToNavigate: false });
    return Promise.resolve(false);
  }
  return new Promise((resolve) => {
    const end = (blocked: boolean) => {
      unsubscribe();
      resolve(blocked);
    };
    waiting = { isConcerned, cancel: () => end(true) };
    useUi.setState({ wantToNavigate: true });
    const unsubscribe = useUi.subscribe(() => {
      if (hasNavigationGuards(isConcerned)) return;
      waiting = undefined;
      // Unsubscribes first, because the next update would call this again.
      end(false);
      useUi.setState({ wantToNavigate: false });
    });
  });
}
