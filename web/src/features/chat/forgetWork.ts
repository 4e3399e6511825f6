/** What somebody was about to say, send, ask or look for: it goes with them, and not to whoever comes next. */
import { hideReportsSnackbar } from './alerts/chatAlerts.ts';
import { resetPanelView } from './panel/panelView.ts';
import { closeDialog } from './dialogs/dialogRequest.ts';
import { clearTray } from './files/tray.ts';

export function forgetWork(): void {
  clearTray();
  resetPanelView();
  closeDialog();
  hideReportsSnackbar();
}
