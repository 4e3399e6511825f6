/** The error dialog: its texts, how it is dismissed, and its effect on Back and the focus. */
import { getMandatoryPages, getVenueVersion } from '@foyer/contract';
import { createElement } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page as runner } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { startI18n } from '../../platform/i18n/i18n.ts';
import { clearGlobalError, raiseGlobalError } from '../../platform/state/errors.ts';
import { FakeServer, type Rejection } from '../../testing/fakeServer.ts';
import { openPage, phone, type AppPage } from '../../testing/page.ts';
import { ErrorDialog } from './ErrorDialog.tsx';

beforeEach(clearGlobalError);

const explanations = [
  ['FORBIDDEN', 'Your session has expired', 'Please log in again.'],
  ['UNAUTHORIZED', 'Your session has expired', 'Please log in again.'],
  ['FUNCTION_UNSUPPORTED', 'Not available right now', 'The requested function is currently unavailable.'],
  ['NOT_REACHABLE', 'We can’t reach the venue right now', 'The server is currently unreachable.'],
  ['PROCESSING_ERROR', 'Something went wrong', 'An error occurred while the server processed the request.'],
  ['WIDGET_ERROR', 'Part of this page is missing', 'There is a problem with the content on this page.'],
] as const;

test.each(explanations)('ERROR-02a the dialog explains %s', async (code, title, text) => {
  await startI18n();
  await render(createElement(ErrorDialog));
  raiseGlobalError(code, 'the message of the server', 'r-42');
  const dialog = runner.getByRole('dialog');
  await expect.element(dialog.getByRole('heading', { name: title })).toBeVisible();
  await expect.element(dialog).toMatchTextContent(text);
  await expect.element(dialog).toMatchTextContent(`${code}, request r-42`);
});

// Before the login the legal pages load only their texts; the dialog reports the failure of that call.
const ownErrors = { allowedErrors: [/\[VENUE\]/] };
const rejection: Rejection = { code: 'conflict', errMsg: 'the message of the server' };
const rejecting = (): FakeServer => new FakeServer().requireLogin().reject(getMandatoryPages, rejection);
const dialogOf = (page: AppPage) => page.getByRole('dialog');
const imprint = '/v/nightfall/imprint';

/** Opens the login page, then the imprint, which raises an error. */
async function openWithError(): Promise<AppPage> {
  const page = await openPage('/login', { server: rejecting(), ...ownErrors });
  await page.getByRole('link', { name: 'Imprint' }).click();
  await expect.element(dialogOf(page)).toBeVisible();
  return page;
}

test('ERROR-03c the dialog is 500 wide and stays until it is closed', async () => {
  const page = await openWithError();
  await expect.element(dialogOf(page)).toMatchTextContent('the message of the server');
  expect(page.boxOf(dialogOf(page)).width).toBe(500);
  await page.press('{Escape}');
  await page.press('{Escape}');
  await page.mouse('mousePressed', { x: 20, y: 400 });
  await page.mouse('mouseReleased', { x: 20, y: 400 });
  await expect.element(dialogOf(page)).toBeVisible();
  await page.expectAccessible('dialog');
  await dialogOf(page).getByRole('button', { name: 'Close' }).click();
  await expect.element(dialogOf(page)).not.toBeInTheDocument();
});

test('ERROR-03e the focus moves into the dialog, stays there, and returns', async () => {
  const server = rejecting();
  const gate = server.hold(getMandatoryPages);
  const page = await openPage(imprint, { server, ...ownErrors });
  const back = page.getByRole('link', { name: 'Back to the area' });
  await expect.element(back).toBeVisible();
  (back.element() as HTMLElement).focus();
  gate.release();
  await expect.element(dialogOf(page).getByRole('button', { name: 'Close' })).toHaveFocus();
  for (let step = 0; step < 6; step += 1) {
    await page.press('{Tab}');
    expect(page.focused?.closest('a[href]') ?? null).toBeNull();
  }
  await dialogOf(page).getByRole('button', { name: 'Close' }).click();
  await expect.element(back).toHaveFocus();
});

test('AREA-10j Back closes an error before it leaves the page', async () => {
  const page = await openWithError();
  page.back();
  await expect.element(dialogOf(page)).not.toBeInTheDocument();
  await expect.element(page.heading('Imprint')).toBeVisible();
  page.back();
  await expect.poll(() => page.path).toBe('/login');
});

test('AREA-10k Back closes one dialog at a time, the top one first', async () => {
  const server = rejecting();
  const gate = server.hold(getMandatoryPages);
  const page = await openPage(imprint, { server, ...ownErrors, ...phone });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const error = page.getByRole('dialog', { name: 'Something went wrong' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect.element(menu).toBeVisible();
  gate.release();
  await expect.element(error.getByRole('button', { name: 'Close' })).toHaveFocus();
  page.back();
  await expect.element(error).not.toBeInTheDocument();
  await expect.element(menu).toBeVisible();
  // Back has consumed the history entry of the dialogs; wait until there is a new one before the next Back.
  const hasDialogEntry = () => (page.window.history.state as { foyerDialogs?: boolean } | null)?.foyerDialogs;
  await expect.poll(hasDialogEntry).toBe(true);
  page.back();
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(page.heading('Imprint')).toBeVisible();
});

test('GUARD-01e an error stays open through a navigation, and Back still closes it first', async () => {
  const page = await openWithError();
  // The page below the dialog navigates by itself.
  const link = page.document.querySelector<HTMLAnchorElement>('main article a[href]');
  link?.click();
  await expect.poll(() => page.path).toMatch(/^\/login/);
  await expect.element(dialogOf(page)).toBeVisible();
  page.back();
  await expect.element(dialogOf(page)).not.toBeInTheDocument();
  expect(page.path).toMatch(/^\/login/);
  page.server.respondTo(getMandatoryPages, () => page.server.mandatoryPages);
  page.back();
  await expect.element(page.heading('Imprint')).toBeVisible();
});

test('ERROR-03d an error that is raised during a version poll shows after the poll', async () => {
  const server = rejecting();
  const page = await openPage('/login', { server, ...ownErrors });
  const gate = server.hold(getVenueVersion);
  page.setOnline(true);
  await gate.reached;
  await page.getByRole('link', { name: 'Imprint' }).click();
  // The page itself reports that its text did not load.
  await expect.element(page.heading('The venue didn’t load', 2)).toBeVisible();
  expect(dialogOf(page).elements()).toEqual([]);
  gate.release();
  await expect.element(dialogOf(page)).toBeVisible();
});

test('ERROR-04i the dialog shows a retry that takes longer than a second, and "Try now" retries at once', async () => {
  const server = new FakeServer().requireLogin();
  server.reject(getMandatoryPages, { code: 'unavailable', retryAfter: 20 });
  const page = await openPage(imprint, { server });
  await expect.element(dialogOf(page)).toMatchTextContent(/Trying again in (1[0-9]|20) s/);
  await expect.element(dialogOf(page)).toMatchTextContent('request-1');
  server.respondTo(getMandatoryPages, () => ({
    ...server.mandatoryPages,
    impress: [{ locale: 'en', text: '<p>Here it is.</p>' }],
  }));
  await dialogOf(page).getByRole('button', { name: 'Try now' }).click();
  await expect.element(page.getByText('Here it is.')).toBeVisible();
  await expect.element(dialogOf(page)).not.toBeInTheDocument();
});

test('ERROR-04j "Cancel" ends the retries, and the call fails', async () => {
  const server = new FakeServer().requireLogin().lose(getMandatoryPages);
  const page = await openPage(imprint, { server, ...ownErrors });
  await expect.element(dialogOf(page)).toMatchTextContent(/Trying again in (2[0-9]|30) s/);
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialogOf(page)).toMatchTextContent('NOT_REACHABLE');
  await dialogOf(page).getByRole('button', { name: 'Close' }).click();
  await expect.element(page.heading('The venue didn’t load', 2)).toBeVisible();
});

// The tests of the session cover the end of the session itself.
test('ERROR-01c a 401 is reported as a session that has expired', async () => {
  const server = new FakeServer().requireLogin().reject(getMandatoryPages, { code: 'unauthorized' });
  const page = await openPage(imprint, { server, ...ownErrors });
  await expect
    .element(dialogOf(page).getByRole('heading', { name: 'Your session has expired' }))
    .toBeVisible();
  await expect.element(dialogOf(page)).toMatchTextContent('UNAUTHORIZED');
});
