import { useUi } from './state/ui.ts';

/**
 * Whether a dialog lies above this one. Then this one must not be modal: it would hide the other from screen readers, if it
 * became modal later, because the window has become smaller.
 */
export const useIsBelowDialog = (id: string): boolean =>
  useUi(({ activeDialogStack: stack }) => {
    const at = stack.findLastIndex((dialog) => dialog.id === id);
    return at !== -1 && stack.slice(at + 1).some(({ within }) => within !== id);
  });
