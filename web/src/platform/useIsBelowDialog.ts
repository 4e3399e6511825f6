import { useCoveredPanel } from './sidePanels.ts';
import { useUi } from './state/ui.ts';

/**
 * Whether a dialog lies above this one. Then this one must not be modal: it would hide the other from screen readers, if it
 * became modal later, because the window has become smaller. A covered panel lies below, even if it was opened later.
 */
export function useIsBelowDialog(id: string): boolean {
  const covered = useCoveredPanel();
  return useUi(({ activeDialogStack: stack }) => {
    const at = stack.findLastIndex((dialog) => dialog.id === id);
    const above = at === -1 ? [] : stack.slice(at + 1);
    return above.some((dialog) => ![id, covered].includes(dialog.within ?? dialog.id));
  });
}
