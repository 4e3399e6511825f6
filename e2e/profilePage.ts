/** What the tests of profiles share: a venue with a login, people in it, and the panel. */
import { expectAccessible } from './accessible.ts';
import type { Locator } from '@playwright/test';
import { expect, signIn, test as base, type AccountOfTest, type Page } from './harness.ts';
import type { Foyer } from './foyer.ts';

export const test = base;
export const withLogin = {
  login: { providers: [{ type: 'password', displayName: 'Email and password' }] },
  env: { MAIL_CATCH: 'true' },
};
export const lobby = '/v/nightfall/area/lobby';

/** The panel in the slot, whoever it is about. */
export const panel = (page: Page): Locator => page.locator('.slot-panel');

/** Signed in, in the lobby. */
export async function inLobby(page: Page, who: AccountOfTest): Promise<void> {
  await page.goto(lobby);
  await signIn(page, who);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
}

/** One's own profile, by the menu of the header. */
export async function openOwn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'My profile' }).click();
  await expect(panel(page).getByRole('button', { name: 'Edit profile' })).toBeVisible();
}

export async function openAccount(page: Page): Promise<void> {
  await openOwn(page);
  await panel(page).getByRole('button', { name: 'Account', exact: true }).click();
  await expect(panel(page).getByRole('heading', { name: 'Devices' })).toBeVisible();
}

/** Fills in somebody's profile by the call that the form makes. */
export async function fillIn(
  foyer: Foyer,
  who: AccountOfTest,
  attributes: Readonly<Record<string, string | boolean>>,
): Promise<void> {
  const post = (path: string, body: unknown, token = '') =>
    fetch(`${foyer.url}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: foyer.url,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
  const signedIn = await post('/session/sign-in', { email: who.email, password: who.password });
  const { idToken } = (await signedIn.json()) as { idToken: string };
  const saved = await post('/userProfile/architecture/nightfall/userProfile', { attributes }, idToken);
  expect(saved.status).toBe(200);
}

/** Nothing that axe finds, nothing that is wider than its place, and no title whose letters are cut off below. */
export async function expectNoFault(page: Page): Promise<void> {
  await expectAccessible(page, '.slot-panel');
  const overflow = await panel(page).evaluate(
    (element: HTMLElement) => element.scrollWidth - element.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  for (const title of await panel(page).locator('h2.truncate').all()) {
    const room = await title.evaluate(
      (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).fontSize),
    );
    expect(room).toBeGreaterThan(1.6);
  }
}

/** The login form by its fields, whatever the language. */
export async function signInAnywhere(page: Page, who: { email: string; password: string }): Promise<void> {
  await page
    .locator('input[name=email], input[type=email], input[autocomplete=username]')
    .first()
    .fill(who.email);
  await page.locator('input[type=password]').fill(who.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/v\/nightfall/);
}
