/** What the journeys with chat share: people of a venue with a login, each in a browser of their own, and the panel. */
import type { Locator } from '@playwright/test';
import {
  expect,
  expectNoFaults,
  openSession,
  test as base,
  watch,
  type AccountOfTest,
  type Foyer,
  type Page,
} from './harness.ts';
import { Network } from './network.ts';

export const withLogin = { login: { providers: [{ type: 'password' }] } };
export const lounge = '/v/nightfall/area/lounge';

export interface Person {
  readonly page: Page;
  readonly account: AccountOfTest;
  readonly name: string;
}

interface Coming {
  readonly name: string;
  readonly roles?: readonly 'ROLE_HOST'[];
  readonly path?: string;
  /** Where they reach the server: its own address, or a network before it. */
  readonly over?: { readonly url: string };
}
type Come = (who: string | Coming) => Promise<Person>;

interface Fixtures {
  /** Signs someone in, in a browser of their own, and opens the lounge. */
  come: Come;
  /** The network between a browser and the server. */
  network: Network;
}

let people = 0;
/** A name that no earlier test has used: servers are kept between tests. */
export const named = (name: string): string => `${name} ${(people += 1)}x${process.pid}`;

export const test = base.extend<Fixtures>({
  network: async ({ foyer, allowed }, provide) => {
    const network = await Network.before(foyer.url);
    allowed.hosts.push(network.host);
    allowed.console.push(
      /ERR_|503|could not be (fetched|downloaded) yet|WebSocket connection|\[VERSION\]|\[SESSION\]|\[VENUE\]/,
    );
    await provide(network);
    await network.close();
  },
  come: async ({ browser, foyer, allowed }, provide) => {
    const closing: (() => Promise<void>)[] = [];
    const faults: string[] = [];
    await provide(async (who) => {
      const coming: Coming = typeof who === 'string' ? { name: who } : who;
      const { path = lounge, over = foyer, roles } = coming;
      const name = named(coming.name);
      const account = await foyer.account({ name, ...(roles && { roles }) });
      const context = await browser.newContext({ locale: 'en-GB', baseURL: over.url });
      closing.push(() => context.close());
      const page = await context.newPage();
      watch(page, over.url, allowed, faults);
      await openSession(page, over.url, account);
      await page.goto(path);
      await expect(dock(page)).toBeVisible();
      return { page, account, name };
    });
    await Promise.all(closing.map((close) => close()));
    await expectNoFaults(faults);
  },
});

export const dock = (page: Page): Locator => page.locator('[data-dock="chat"]');
export const panel = (page: Page): Locator => page.locator('[data-dialog="chat"]');
export const rooms = (page: Page): Locator => panel(page).getByRole('navigation', { name: 'Rooms' });
export const row = (page: Page, name: string): Locator => rooms(page).getByRole('button', { name });
export const composer = (page: Page): Locator => panel(page).getByRole('textbox', { name: /^Message to/ });
export const message = (page: Page, text: string | RegExp): Locator =>
  panel(page).locator('article').filter({ hasText: text });
/** By its class: beside a profile that holds the focus it has no role. */
export const bar = (page: Page): Locator => page.locator('.chat-bar');
export const question = (page: Page): Locator => page.locator('[data-dialog="chat-question"]');

/** The texts of all messages in the page, in their order. */
export const texts = (page: Page): Promise<string[]> =>
  panel(page)
    .locator('article[data-seq] .message-text')
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

/** Starts a conversation with someone by their name. */
export async function talkWith(page: Page, name: string): Promise<void> {
  if (!(await panel(page).isVisible())) await openChat(page);
  await rooms(page).getByRole('searchbox').fill(name);
  await rooms(page).getByRole('region', { name: 'People' }).getByRole('button', { name }).click();
  await expect(composer(page)).toHaveAccessibleName(`Message to ${name}`);
}

export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

/** Says it and waits until it is stored. */
export async function tell(page: Page, text: string): Promise<void> {
  await say(page, text);
  await expect(message(page, text).getByRole('img', { name: 'Sent' })).toBeVisible();
}

/** Chooses an action from the menu of a message. */
export async function act(page: Page, text: string, action: string): Promise<void> {
  const said = message(page, text).last();
  await said.hover();
  await said.getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Chooses an action from the menu of the room. */
export async function roomMenu(page: Page, action: string): Promise<void> {
  await panel(page).getByRole('button', { name: 'Room actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Chooses an action from the menu above the rooms. */
export async function chatMenu(page: Page, action: string): Promise<void> {
  await rooms(page).getByRole('button', { name: 'More chat options' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Reads a note of the app and closes it: it would cover the header of the panel for some seconds. */
export async function closeNote(page: Page, text: string): Promise<void> {
  const note = page.getByRole('status').filter({ hasText: text });
  await note.getByRole('button', { name: 'Close' }).click();
  await expect(note).toHaveCount(0);
}

/** Opens the same conversation for both; the second has read what the first has said. */
export async function inConversation(ada: Person, bo: Person): Promise<void> {
  await talkWith(ada.page, bo.name);
  await tell(ada.page, 'Good evening');
  await openRoom(bo.page, ada.name);
  await expect(message(bo.page, 'Good evening')).toBeVisible();
  await expect(row(bo.page, ada.name).filter({ hasText: 'unread' })).toHaveCount(0);
}

export { expect };
export type { Foyer, Page };
