/** What somebody was about to say, send, ask or look for: it goes with them, and not to whoever comes next. */
import { hideReports } from './alerts/chatAlerts.ts';
import { forgetView } from './panel/panelView.ts';
import { answered } from './dialogs/dialogRequest.ts';
import { forgetFiles } from './files/tray.ts';

export function forgetWork(): void {
  forgetFiles();
  forgetView();
  answered();
  hideReports();
}
