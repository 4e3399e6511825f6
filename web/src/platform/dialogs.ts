/** The stack of open dialogs (ERROR-08): opening pushes, closing removes by identity, Back pops the top. */
import { useEffect, useRef } from 'react';
import { useUi, type ActiveDialog } from './state/ui.ts';

export type { ActiveDialog } from './state/ui.ts';

const updateStack = (next: (stack: readonly ActiveDialog[]) => readonly ActiveDialog[]): void =>
  useUi.setState(({ activeDialogStack }) => ({ activeDialogStack: next(activeDialogStack) }));

export const pushDialog = (dialog: ActiveDialog): void => updateStack((stack) => [...stack, dialog]);

export const removeDialog = (dialog: ActiveDialog): void =>
  updateStack((stack) => stack.filter((open) => open !== dialog));

/**
 * Removes and closes the top dialog. Dialogs whose state is in the URL are skipped.
 * @returns undefined if no such dialog is open
 */
export function popDialog(): ActiveDialog | undefined {
  const top = useUi.getState().activeDialogStack.findLast((dialog) => !dialog.followsAddress);
  if (top) {
    removeDialog(top);
    top.close();
  }
  return top;
}

/** Closes every dialog that a navigation must not leave open, from the top. */
export function closeAllDialogs(): void {
  const open = useUi
    .getState()
    .activeDialogStack.filter((dialog) => !dialog.followsAddress && !dialog.outlivesNavigation);
  for (const dialog of open.toReversed()) {
    removeDialog(dialog);
    dialog.close();
  }
}

/**
 * Keeps a dialog on the stack while it is open.
 * @param options `followsAddress` for dialogs whose state is in the URL, `outlivesNavigation` for dialogs that do not
 *   concern the current page
 */
export function useActiveDialog(
  id: string,
  open: boolean,
  close: () => void,
  options: { followsAddress?: boolean; outlivesNavigation?: boolean } = {},
): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  }, [close]);
  const { followsAddress = false, outlivesNavigation = false } = options;
  useEffect(() => {
    if (!open) return undefined;
    const dialog: ActiveDialog = { id, close: () => latest.current(), followsAddress, outlivesNavigation };
    pushDialog(dialog);
    return () => removeDialog(dialog);
  }, [id, open, followsAddress, outlivesNavigation]);
}
