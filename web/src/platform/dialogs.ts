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
 * @returns undefined if no such dialog is open, or it is locked
 */
export function popDialog(): ActiveDialog | undefined {
  const top = useUi.getState().activeDialogStack.findLast((dialog) => !dialog.followsAddress);
  if (!top || top.isLocked?.()) return undefined;
  removeDialog(top);
  top.close();
  return top;
}

/** Closes every dialog that a navigation must not leave open, from the top. */
export function closeAllDialogs(): void {
  const open = useUi
    .getState()
    .activeDialogStack.filter(
      (dialog) => !dialog.followsAddress && !dialog.outlivesNavigation && !dialog.isLocked?.(),
    );
  for (const dialog of open.toReversed()) {
    removeDialog(dialog);
    dialog.close();
  }
}

/**
 * Keeps a dialog on the stack while it is open.
 * @param options `within`: the id of a dialog that it is a part of; `followsAddress` for dialogs whose state is in the URL,
 *   `outlivesNavigation` for dialogs that do not concern the current page, `locked` while the dialog cannot be closed
 */
export function useActiveDialog(
  id: string,
  open: boolean,
  close: () => void,
  options: { within?: string; followsAddress?: boolean; outlivesNavigation?: boolean; locked?: boolean } = {},
): void {
  const { within, followsAddress, outlivesNavigation, locked = false } = options;
  const latest = useRef({ close, locked });
  useEffect(() => {
    latest.current = { close, locked };
  }, [close, locked]);
  useEffect(() => {
    if (!open) return undefined;
    const dialog: ActiveDialog = {
      id,
      close: () => latest.current.close(),
      within,
      isLocked: () => latest.current.locked,
      followsAddress,
      outlivesNavigation,
    };
    pushDialog(dialog);
    return () => removeDialog(dialog);
  }, [id, open, within, followsAddress, outlivesNavigation]);
}
