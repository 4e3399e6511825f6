import { translate } from '../i18n/i18n.ts';
import { createSnackbars } from '../snackbars.ts';
import type { Visit } from '../visit/visit.ts';

/**
 * Says that what the user opens could not be downloaded. With a network, only a reload helps for sure, because the browser
 * may remember the failure.
 */
export function showNotDownloaded(visit: Visit): void {
  const text = translate('shell')(navigator.onLine ? 'notDownloaded.failed' : 'notDownloaded.offline');
  visit.get(createSnackbars).show(text, { tone: 'warning' });
}
