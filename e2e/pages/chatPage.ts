/** Helpers of the journeys with chat: users of a venue with a login in separate browsers, and the chat panel. */
import type { Locator } from '@playwright/test';
import {
  expect,
  expectNoErrors,
  openSession,
  test as base,
  collectErrors,
  type TestAccount,
  type Foyer,
  type Page,
} from '../harness/fixtures.ts';

export const withLogin = { login: { providers: [{ type: 'password' }] } };
export const lounge = '/v/nightfall/area/lounge';

export interface ChatUser {
  readonly page: Page;
  readonly account: TestAccount;
  readonly name: string;
}

interface SignInOptions {
  readonly name: string;
  readonly roles?: readonly 'ROLE_HOST'[];
  readonly path?: string;
  /** The server, or a network proxy in front of it. */
  readonly via?: { readonly url: string };
}
type SignInAs = (who: string | SignInOptions) => Promise<ChatUser>;

interface Fixtures {
  /** Signs in a new user in a separate browser and opens the lounge. */
  signInAs: SignInAs;
}

/** The name of the checks of a message that the server has: others may have read it already. */
export const sentOrRead = /^(Sent|Read)/;

let people = 0;
/** A name that no earlier test has used: servers are kept between tests. */
export const uniqueName = (name: string): string => `${name} ${(people += 1)}x${process.pid}`;

export const test = base.extend<Fixtures>({
  signInAs: async ({ browser, foyer, allowed }, provide) => {
    const closing: (() => Promise<void>)[] = [];
    const errors: string[] = [];
    await provide(async (who) => {
      const options: SignInOptions = typeof who === 'string' ? { name: who } : who;
      const { path = lounge, via = foyer, roles } = options;
      const name = uniqueName(options.name);
      const account = await foyer.createAccount({ name, ...(roles && { roles }) });
      const context = await browser.newContext({ locale: 'en-GB', baseURL: via.url });
      closing.push(() => context.close());
      const page = await context.newPage();
      collectErrors(page, via.url, allowed, errors);
      await openSession(page, via.url, account);
      await page.goto(path);
      await expect(dock(page)).toBeVisible();
      return { page, account, name };
    });
    await Promise.all(closing.map((close) => close()));
    await expectNoErrors(errors);
  },
});

export const dock = (page: Page): Locator => page.locator('[data-dock="chat"]');
export const panel = (page: Page): Locator => page.locator('[data-dialog="chat"]');
export const rooms = (page: Page): Locator => panel(page).getByRole('navigation', { name: 'Rooms' });
export const row = (page: Page, name: string): Locator => rooms(page).getByRole('button', { name });
export const composer = (page: Page): Locator => panel(page).getByRole('textbox', { name: /^Message to/ });
export const message = (page: Page, text: string | RegExp): Locator =>
  panel(page).locator('article').filter({ hasText: text });
export const bar = (page: Page): Locator => page.locator('.chatBar_bar');
export const confirmDialog = (page: Page): Locator => page.locator('[data-dialog="chat-question"]');

/** The texts of all messages on the page, in order. */
export const texts = (page: Page): Promise<string[]> =>
  panel(page)
    .locator('article[data-seq] .chatMessage_text')
    .evaluateAll((all) => all.map((text) => (text.firstChild?.textContent ?? '').trim()));

export async function openChat(page: Page): Promise<void> {
  await dock(page).click();
  await expect(panel(page)).toBeVisible();
}

export async function openRoom(page: Page, name: string): Promise<void> {
  if (!(await panel(page).isVisible())) await openChat(page);
  await row(page, name).first().click();
  await expect(composer(page)).toBeVisible();
}

/** Opens a private room with a user, found by name. */
export async function openPrivateChat(page: Page, name: string): Promise<void> {
  if (!(await panel(page).isVisible())) await openChat(page);
  await rooms(page).getByRole('searchbox').fill(name);
  await rooms(page).getByRole('region', { name: 'People' }).getByRole('button', { name }).click();
  await expect(composer(page)).toHaveAccessibleName(`Message to ${name}`);
}

export async function typeAndSend(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

/** Sends a message and waits until it is stored. */
export async function sendAndWait(page: Page, text: string): Promise<void> {
  await typeAndSend(page, text);
  await expect(message(page, text).getByRole('img', { name: sentOrRead })).toBeVisible();
}

/** Chooses an action from the menu of a message. */
export async function chooseMessageAction(page: Page, text: string, action: string): Promise<void> {
  const found = message(page, text).last();
  await found.hover();
  await found.getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Chooses an action from the menu of the room. */
export async function chooseRoomAction(page: Page, action: string): Promise<void> {
  await panel(page).getByRole('button', { name: 'Room actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Chooses an action from the menu above the rooms. */
export async function chooseChatAction(page: Page, action: string): Promise<void> {
  await rooms(page).getByRole('button', { name: 'More chat options' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Closes a notification of the app, which would cover the header of the panel for some seconds. */
export async function closeNotification(page: Page, text: string): Promise<void> {
  const note = page.getByRole('status').filter({ hasText: text });
  await note.getByRole('button', { name: 'Close' }).click();
  await expect(note).toHaveCount(0);
}

/** Opens a private room for both users. The second one has read a message of the first one. */
export async function openSharedRoom(ada: ChatUser, bo: ChatUser): Promise<void> {
  await openPrivateChat(ada.page, bo.name);
  await sendAndWait(ada.page, 'Good evening');
  await openRoom(bo.page, ada.name);
  await expect(message(bo.page, 'Good evening')).toBeVisible();
  await expect(row(bo.page, ada.name).filter({ hasText: 'unread' })).toHaveCount(0);
}

export { expect };
export type { Foyer, Page };
