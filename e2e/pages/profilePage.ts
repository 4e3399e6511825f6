/** Helpers of the journeys with profiles: a venue with a login, and the profile panel. */
import type { Locator } from '@playwright/test';
import {
  expect,
  test as base,
  visitAs,
  type TestAccount,
  type Foyer,
  type Page,
} from '../harness/fixtures.ts';

export const test = base;
export const withLogin = {
  login: { providers: [{ type: 'password', displayName: 'Email and password' }] },
  env: { MAIL_CATCH: 'true' },
};
export const lobby = '/v/nightfall/area/lobby';

/** The profile panel, of any attendee. */
export const panel = (page: Page): Locator => page.locator('[data-slot=panel]');

/** Opens the lobby as a signed-in user. */
export async function openLobby(page: Page, foyer: Foyer, account: TestAccount): Promise<void> {
  await visitAs(page, foyer, account, lobby);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
}

/** Opens the own profile from the account menu. */
export async function openOwnProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'My profile' }).click();
  await expect(panel(page).getByRole('button', { name: 'Edit profile' })).toBeVisible();
}

export async function openAccountSettings(page: Page): Promise<void> {
  await openOwnProfile(page);
  await panel(page).getByRole('button', { name: 'Account', exact: true }).click();
  await expect(panel(page).getByRole('heading', { name: 'Devices' })).toBeVisible();
}
