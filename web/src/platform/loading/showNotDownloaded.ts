import { translate } from '../i18n/i18n.ts';
import { createSnackbars } from '../snackbars.ts';
import type { Visit } from '../visit/visit.ts';

/**
 * Says that what the user opens could not be downloaded. With a network, only a reload helps for sure, because the browser
 * may remember the failure.
 */
export function showNotDownloaded(visit: Visit): void {
  const { show, hide } = visit.get(createSnackbars);
  const t = translate('shell');
  if (navigator.onLine) {
    show(t('notDownloaded.failed'), { tone: 'warning' });
    return;
  }
  const id = show(t('notDownloaded.offline'), { tone: 'warning' });
  // The message itself may be waiting for its download.
  addEventListener('online', () => hide(id), { once: true, signal: visit.signal });
}
