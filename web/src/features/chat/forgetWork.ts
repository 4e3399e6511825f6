/** What somebody was about to say, send, ask or look for: it goes with them, and not to whoever comes next. */
import { hideReports } from './news.ts';
import { forgetView } from './panelView.ts';
import { answered } from './questions.ts';
import { forgetFiles } from './tray.ts';

export function forgetWork(): void {
  forgetFiles();
  forgetView();
  answered();
  hideReports();
}
