import { useEffect } from 'react';
import { useUi } from '../state/ui.ts';
import { cancelWaiting, isWaitedFor, protectedFrom, type IsEndedBy } from './widgetGuards.ts';

/** Makes navigations wait, by default all of them. Registering the same id twice counts once. */
export function registerNavigationGuard(id: string, isEndedBy: IsEndedBy = () => true): void {
  protectedFrom.set(id, isEndedBy);
  useUi.setState(({ widgetsWithNavigationGuards: guards }) =>
    guards.includes(id) ? {} : { widgetsWithNavigationGuards: [...guards, id] },
  );
}

export const unregisterNavigationGuard = (id: string): void =>
  useUi.setState(({ widgetsWithNavigationGuards: guards }) => ({
    widgetsWithNavigationGuards: guards.filter((guard) => guard !== id),
  }));

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
  return useUi((state) => active && state.wantToNavigate && isWaitedFor(id));
}

/** Cancels the waiting navigation: the user stays on the page. */
export function cancelNavigation(): void {
  cancelWaiting();
  // A new array makes the dialog history add its entry again: the navigation has used it up.
  useUi.setState(({ activeDialogStack }) => ({ activeDialogStack: [...activeDialogStack] }));
}
