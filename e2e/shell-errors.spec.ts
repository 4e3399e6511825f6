/** What a person sees when something goes wrong, and how it goes on. */
import { stopTime } from './commonClock.ts';
import { dialogsHoldBack, expect, type Page } from './harness.ts';
import { inApp, test } from './shell-source.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const dialog = (page: Page) => page.getByRole('dialog');
const errors = '/src/platform/state/errors.ts';
const client = '/src/platform/api/client.ts';

async function open(page: Page): Promise<void> {
  await page.goto('/v/nightfall/imprint');
  await expect(heading(page, 'Imprint')).toBeVisible();
}

for (const [code, title, text] of [
  ['FORBIDDEN', 'Your session has expired', 'Please log in again.'],
  ['UNAUTHORIZED', 'Your session has expired', 'Please log in again.'],
  ['FUNCTION_UNSUPPORTED', 'Not available right now', 'The requested function is currently unavailable.'],
  ['NOT_REACHABLE', 'We can’t reach the venue just now', 'The server is currently unreachable.'],
  ['PROCESSING_ERROR', 'That did not work', 'An error occurred while the server processed the request.'],
  ['WIDGET_ERROR', 'Part of this page is missing', 'There is a problem with the content on this page.'],
] as const) {
  test(`ERROR-02a ${code} is told in words`, async ({ page }) => {
    await open(page);
    await inApp(
      page,
      errors,
      (app, raised) => app.raiseGlobalError(raised, 'what the server said', 'r-42'),
      code,
    );
    await expect(dialog(page).getByRole('heading', { name: title })).toBeVisible();
    await expect(dialog(page)).toContainText(text);
    await expect(dialog(page)).toContainText(`${code}, request r-42`);
  });
}

test('ERROR-03c the dialog is 500 wide and stays until it is dismissed', async ({ page }) => {
  await open(page);
  await inApp(page, errors, (app) => app.raiseGlobalError('PROCESSING_ERROR', ''));
  await expect(dialog(page)).toBeVisible();
  expect((await dialog(page).boundingBox())?.width).toBe(500);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.mouse.click(20, 400);
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page)).toHaveCount(0);
});

test('AREA-10j Back dismisses an error before it leaves the page', async ({ page }) => {
  await open(page);
  await page.getByRole('link', { name: 'Privacy policy' }).click();
  await expect(heading(page, 'Privacy policy')).toBeVisible();
  await inApp(page, errors, (app) => app.raiseGlobalError('PROCESSING_ERROR', ''));
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(heading(page, 'Privacy policy')).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'Imprint')).toBeVisible();
});

test('AREA-10k dialogs over dialogs: Back closes one at a time, the top one first', async ({ page }) => {
  await open(page);
  const closed: string[] = [];
  await page.exposeFunction('tell', (id: string) => closed.push(id));
  await inApp(page, '/src/platform/dialogs.ts', (app) => {
    const { tell } = globalThis as unknown as { tell: (id: string) => void };
    for (const id of ['below', 'above']) app.pushDialog({ id, close: () => tell(id) });
  });
  await page.goBack();
  await expect.poll(() => closed).toEqual(['above']);
  await dialogsHoldBack(page);
  await page.goBack();
  await expect.poll(() => closed).toEqual(['above', 'below']);
  await expect(heading(page, 'Imprint')).toBeVisible();
});

test('GUARD-01e an unread error outlives a navigation, and Back still closes it first', async ({ page }) => {
  await open(page);
  await inApp(page, errors, (app) => app.raiseGlobalError('PROCESSING_ERROR', ''));
  await expect(dialog(page)).toBeVisible();
  // As what lies below the dialog would lead on by itself.
  await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href$="privacy-policy"]')].at(-1)?.click(),
  );
  await expect(page.locator('h1', { hasText: 'Privacy policy' })).toBeAttached();
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(heading(page, 'Privacy policy')).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'Imprint')).toBeVisible();
});

test('ERROR-03d while it is suppressed the dialog does not show, and then it does', async ({ page }) => {
  await open(page);
  await inApp(page, errors, (app) => {
    app.suppressDefaultErrorDialog(true);
    app.raiseGlobalError('WIDGET_ERROR', '');
  });
  await expect(dialog(page)).toHaveCount(0);
  await inApp(page, errors, (app) => app.suppressDefaultErrorDialog(false));
  await expect(dialog(page)).toBeVisible();
});

test('ERROR-03e the focus goes into the dialog, stays there, and goes back', async ({ page }) => {
  await open(page);
  await page.getByRole('link', { name: 'Back to the area' }).focus();
  await inApp(page, errors, (app) => app.raiseGlobalError('PROCESSING_ERROR', ''));
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('a[href]') === null)).toBe(true);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('link', { name: 'Back to the area' })).toBeFocused();
});

/** A call as any feature makes it: its failure is the error dialog's to tell. */
const callVersion = (page: Page) =>
  inApp(page, client, ({ call }) => {
    const endpoint = { name: 'test', method: 'GET', path: '/venue/version', summary: '', example: {} };
    const outcome = call(endpoint, {}).then(
      () => 'answered',
      (error: { code: string }) => error.code,
    );
    Object.assign(globalThis, { testCall: outcome });
  });
const callEnds = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { testCall: Promise<string> }).testCall);

test('ERROR-04i a wait of over a second shows what is waited for, and "Try now" ends it', async ({
  page,
  allowed,
}) => {
  allowed.console.push(/503/);
  await open(page);
  let down = true;
  await page.route('**/api/venue/version', (route) =>
    down
      ? route.fulfill({
          status: 503,
          headers: { 'retry-after': '20' },
          json: { errMsg: 'x', code: 'unavailable', requestId: 'r-1' },
        })
      : route.continue(),
  );
  await callVersion(page);
  await expect(dialog(page)).toContainText(/Trying again in (1[0-9]|20) s/);
  await expect(dialog(page)).toContainText('r-1');
  down = false;
  await dialog(page).getByRole('button', { name: 'Try now' }).click();
  expect(await callEnds(page)).toBe('answered');
  await expect(dialog(page)).toHaveCount(0);
});

test('ERROR-04j "Cancel" ends the wait, and the call fails', async ({ page, allowed }) => {
  allowed.console.push(/Failed to load resource/);
  await open(page);
  await page.route('**/api/venue/version', (route) => route.abort());
  await callVersion(page);
  await expect(dialog(page)).toContainText(/Trying again in (2[0-9]|30) s/);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  expect(await callEnds(page)).toBe('NOT_REACHABLE');
});

// That the session itself ends is seen with a real one, in session.spec.ts.
test('ERROR-01c a 401 is told as a session that has expired', async ({ page, allowed }) => {
  allowed.console.push(/401/);
  await open(page);
  await page.route('**/api/venue/version', (route) =>
    route.fulfill({ status: 401, json: { errMsg: 'expired', code: 'unauthorized', requestId: 'r-2' } }),
  );
  await callVersion(page);
  expect(await callEnds(page)).toBe('UNAUTHORIZED');
  await expect(dialog(page).getByRole('heading', { name: 'Your session has expired' })).toBeVisible();
});

test('ASSET-04d a token goes along to this origin', async ({ page, allowed }) => {
  // It is nobody's.
  allowed.console.push(/status of 401/);
  await open(page);
  await inApp(page, '/src/platform/state/user.ts', (app) => app.useUser.setState({ authToken: 'secret' }));
  const asked = page.waitForRequest('**/api/venue/version');
  await callVersion(page);
  expect((await asked).headers()['authorization']).toBe('Bearer secret');
});

test('ERROR-08d a snackbar shows under the header, and goes by itself after five seconds', async ({
  page,
}) => {
  await page.clock.install();
  await open(page);
  // From here on the page's clock moves only when told to.
  await page.clock.pauseAt(Date.now() + 60_000);
  await inApp(
    page,
    '/src/platform/snackbars.ts',
    (app) => void app.showSnackbar('Your profile is saved', { tone: 'success' }),
  );
  const line = page.getByText('Your profile is saved');
  await expect(line).toBeVisible();
  await page.clock.runFor(4_900);
  await expect(line).toBeVisible();
  await page.clock.runFor(200);
  await expect(line).toHaveCount(0);
});

test('GUARD-01d a navigation closes what is open, but not an error that nobody has read', async ({
  page,
}) => {
  await open(page);
  await inApp(page, '/src/platform/dialogs.ts', (app) =>
    app.pushDialog({ id: 'profile', close: () => void Object.assign(globalThis, { profileClosed: true }) }),
  );
  await page.getByRole('link', { name: 'Privacy policy' }).click();
  await expect(heading(page, 'Privacy policy')).toBeVisible();
  expect(await page.evaluate(() => 'profileClosed' in globalThis)).toBe(true);
});

test('GUARD-07e a widget holds a navigation back until it lets go', async ({ page }) => {
  await open(page);
  const guards = '/src/platform/navigation/widgetGuards.ts';
  await inApp(page, guards, (app) => app.registerNavigationGuard('board'));
  await page.getByRole('link', { name: 'Privacy policy' }).click();
  await expect(heading(page, 'Imprint')).toBeVisible();
  await inApp(page, guards, (app) => app.unregisterNavigationGuard('board'));
  await expect(heading(page, 'Privacy policy')).toBeVisible();
});

test('SHELL-04a a finger that stays makes a ripple after 80 ms, one that scrolls none', async ({
  browser,
  source,
}) => {
  const context = await browser.newContext({
    hasTouch: true,
    viewport: { width: 390, height: 844 },
    baseURL: source,
  });
  const page = await context.newPage();
  await open(page);
  const touch = (kind: string, x: number, y: number) =>
    page
      .getByRole('link', { name: 'Back to the area' })
      .dispatchEvent(kind, { pointerType: 'touch', clientX: x, clientY: y, bubbles: true, isPrimary: true });
  // It is there for less than half a second.
  const ripples = await page.evaluateHandle(() => {
    const seen = { count: 0 };
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      for (const node of added)
        if (node instanceof Element && (node.matches('.ripple') || node.querySelector('.ripple')))
          seen.count += 1;
    }).observe(document.documentElement, { childList: true, subtree: true });
    return seen;
  });
  const shown = () => ripples.evaluate(({ count }) => count);
  await touch('pointerdown', 60, 300);
  await expect.poll(shown).toBe(1);
  await expect(page.locator('.ripple')).toHaveCount(0);
  await page.clock.install();
  await stopTime(page);
  await touch('pointerdown', 60, 300);
  await touch('pointermove', 60, 340);
  await page.clock.runFor(500);
  expect(await shown()).toBe(1);
  await context.close();
});
