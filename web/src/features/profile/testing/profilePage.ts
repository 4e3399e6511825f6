/** Helpers for component tests of profiles: a server with two attendees and their account calls, and the panel. */
import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import { getAccount, listDevices, saveProfile, type Device } from '@foyer/contract';
import { FakeServer, ada, type FakeUser } from '../../../testing/fakeServer.ts';
import { openPage, type AppPage, type PageOptions } from '../../../testing/page.ts';

export const lounge = '/v/nightfall/area/lounge';
export const profileLink = (userId: string): string => `${lounge}?profile=${userId}`;

export const lea: FakeUser = {
  userId: 'u-lea',
  email: 'lea@example.com',
  password: 'right horse battery staple',
  name: 'Léa Fontaine',
  roles: ['ROLE_ATTENDEE'],
};

/** Chrome on Linux, the current device, and Chrome on Windows. */
export const devices: readonly [Device, Device] = [
  {
    sessionId: 's-1',
    current: true,
    createdAt: Date.UTC(2026, 4, 1),
    lastUsedAt: Date.UTC(2026, 4, 2),
    provider: 'password',
    browser: 'Chrome',
    os: 'Linux',
  },
  {
    sessionId: 's-2',
    current: false,
    createdAt: Date.UTC(2026, 4, 1),
    lastUsedAt: Date.UTC(2026, 4, 1),
    provider: 'password',
    browser: 'Chrome',
    os: 'Windows',
  },
];

/** Stores profiles like the server: an empty value removes the attribute. */
export function saveProfiles(server: FakeServer): void {
  server.respondTo(saveProfile, ({ body: { attributes } }) => {
    const { userId, name = '', email, roles } = server.signedIn ?? ada;
    const stored = server.profiles.get(userId) ?? {};
    const kept = Object.entries({ ...stored, ...attributes }).filter(([, value]) => value !== '');
    server.profiles.set(userId, Object.fromEntries(kept));
    const saved = { ...(name && { name }), email, ...Object.fromEntries(kept) };
    const isHost = roles.includes('ROLE_HOST');
    return { data: { userId, attributes: saved, isHost, visibleByRole: false, completion: 40 } };
  });
}

/**
 * A server with a signed-in user and `lea` as another attendee. Profiles can be saved, and the account can be read.
 */
export function profileServer(user: FakeUser = ada): FakeServer {
  const server = new FakeServer().signIn(user);
  server.users.push(lea);
  saveProfiles(server);
  server.respondTo(getAccount, () => ({
    email: user.email,
    hasPassword: true,
    providers: [],
    createdAt: Date.UTC(2026, 0, 1),
    mail: true,
  }));
  server.respondTo(listDevices, () => ({ devices: [devices[0]] }));
  return server;
}

/** Opens the lounge as the signed-in user. */
export async function openLounge(server: FakeServer, options: PageOptions = {}): Promise<AppPage> {
  const page = await openPage(lounge, { server, ...options });
  await expect.element(page.getByCSS('[data-opens="profile"]')).toBeVisible();
  return page;
}

export const panel = (page: AppPage): Locator => page.getByCSS('[data-slot=panel]');

/** Opens the user's own profile from the account menu. */
export async function openOwnFromMenu(page: AppPage): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'My profile' }).click();
}

/** Opens the user's own profile by a link, which is faster than the menu. */
export async function visitOwn(page: AppPage): Promise<void> {
  await page.goto(profileLink(ada.userId));
  await expect.element(panel(page).getByRole('button', { name: 'Edit profile' })).toBeVisible();
}

/** Opens the own profile of `ada`. */
export async function openOwn(server: FakeServer, options: PageOptions = {}): Promise<AppPage> {
  const page = await openPage(profileLink(ada.userId), { server, ...options });
  await expect.element(panel(page).getByRole('button', { name: 'Edit profile' })).toBeVisible();
  return page;
}

/** Opens the account settings of `ada`. */
export async function openAccount(server: FakeServer, options: PageOptions = {}): Promise<AppPage> {
  const page = await openOwn(server, options);
  await panel(page).getByRole('button', { name: 'Account', exact: true }).click();
  await expect.element(panel(page).getByRole('heading', { name: 'Devices' })).toBeVisible();
  return page;
}

/** Expects no axe violations, no horizontal overflow, and no cut-off titles. */
export async function expectAccessibleAndFitting(page: AppPage): Promise<void> {
  await page.expectAccessible('[data-slot=panel]');
  const { scrollWidth, clientWidth } = panel(page).element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  for (const title of panel(page).element().querySelectorAll('h2.truncate')) {
    const { fontSize } = page.window.getComputedStyle(title);
    expect(title.clientHeight / Number.parseFloat(fontSize)).toBeGreaterThan(1.6);
  }
}
