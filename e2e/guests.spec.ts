/** Guests of an anonymous venue on a real server: their identity, and what they receive. */
import { expect, signIn, test, type Page } from './harness/fixtures.ts';
import { RealtimeLog } from './harness/realtimeLog.ts';

const accountMenu = (page: Page) => page.getByRole('button', { name: 'Account menu' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The user in an ID token. */
const userOf = (idToken: string): { sub: string; kind: string; authorities: string[] } =>
  JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as {
    sub: string;
    kind: string;
    authorities: string[];
  };

async function guestOf(page: Page, go: () => Promise<unknown>) {
  const response = page.waitForResponse('**/api/session/guest');
  await go();
  return userOf(((await (await response).json()) as { idToken: string }).idToken);
}

test('ROLE-04b VERSION-07k PRESENCE-01a a guest has a signed identity without a role, the same after a reload, and receives publications but no presence', async ({
  page,
  foyer,
}) => {
  const first = await guestOf(page, () => page.goto('/v/nightfall/area/lounge'));
  expect(first).toMatchObject({ kind: 'guest', authorities: [] });
  expect(first.sub).toMatch(/^anon-/);
  const log = new RealtimeLog(page);
  const second = await guestOf(page, () => page.reload());
  expect(second.sub).toBe(first.sub);
  await expect(accountMenu(page)).toHaveCount(0);

  expect((await log.waitFor('area.enter')).data).toEqual({ areaId: 'lounge' });
  await foyer.saveAndPublish((architecture) => {
    for (const area of architecture.areas)
      if (area.id === 'lounge') area.names = [{ locale: 'en', text: 'Winter garden' }];
  });
  await expect(heading(page, 'Winter garden')).toBeAttached();
  expect(log.messages.filter(({ name }) => name.startsWith('presence.'))).toEqual([]);
});

test('ROLE-03g SESSION-04b a guest logs in from inside the venue, logs out in the same place, and is a guest again', async ({
  page,
  foyer,
}) => {
  const ada = await foyer.createAccount({ name: 'Ada Lovelace' });
  await page.goto('/v/nightfall/area/lounge');
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=/);
  // The profile is loaded although the venue was loaded before the login (SESSION-09).
  const profile = page.waitForResponse('**/api/userProfile/**');
  await signIn(page, ada);
  expect((await profile).ok()).toBe(true);
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/lounge$/);
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveCount(0);

  await accountMenu(page).click();
  const guest = await guestOf(page, () => page.getByRole('menuitem', { name: 'Log out' }).click());
  expect(guest.kind).toBe('guest');
  await expect(accountMenu(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/lounge$/);
  await expect(heading(page, 'Lounge')).toBeAttached();
});
