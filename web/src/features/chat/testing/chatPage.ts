/** What a chat component test clicks and looks at in the page. */
import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import { ada } from '../../../testing/fakeServer.ts';
import { openPage, type AppPage, type PageOptions } from '../../../testing/page.ts';
import type { FakeRoom } from './fakeRoom.ts';
import { FakeChat } from './fakeChat.ts';
import { bo, type TestUser } from './users.ts';

export const lounge = '/v/nightfall/area/lounge';

/** Opens a page of the server of a chat. */
export const openPageOf = (
  chat: FakeChat,
  path: string,
  { prepare, ...options }: PageOptions = {},
): Promise<AppPage> =>
  openPage(path, {
    ...options,
    server: chat.server,
    prepare: (window) => {
      chat.attach(window);
      prepare?.(window);
    },
  });

/** Opens the lounge, and waits for the chat button of the dock. */
export async function openLounge(
  chat: FakeChat,
  options: PageOptions & { path?: string } = {},
): Promise<AppPage> {
  const { path = lounge, ...rest } = options;
  const page = await openPageOf(chat, path, rest);
  await waitFor(page, options, dockButton(page));
  return page;
}

/** Waits for an element. If the clock of the page is stopped, advances it. */
async function waitFor(page: AppPage, { stopTimeAt }: PageOptions, element: Locator): Promise<void> {
  const exists = async (): Promise<boolean> => {
    if (stopTimeAt !== undefined) await page.advance(100);
    return countOf(element) > 0;
  };
  await expect.poll(exists).toBe(true);
}

export const dockButton = (page: AppPage): Locator => page.getByCSS('[data-dock="chat"]');
export const panel = (page: AppPage): Locator => page.getByCSS('[data-dialog="chat"]');
export const roomList = (page: AppPage): Locator => panel(page).getByRole('navigation', { name: 'Rooms' });
export const roomRow = (page: AppPage, name: string): Locator =>
  roomList(page).getByRole('button', { name }).first();
export const composer = (page: AppPage): Locator => panel(page).getByRole('textbox', { name: /^Message to/ });
export const message = (page: AppPage, text: string | RegExp): Locator =>
  panel(page).getByCSS('article').filter({ hasText: text });
export const chatBar = (page: AppPage): Locator => page.getByCSS('.chatBar_bar');
export const expandButton = (page: AppPage): Locator => chatBar(page).getByCSS('[data-chat="expand"]');
export const dialog = (page: AppPage): Locator => page.getByCSS('[data-dialog="chat-question"]');

/** The texts of all messages in the page, in order. */
export const messageTexts = (page: AppPage): string[] =>
  [...page.document.querySelectorAll('[data-dialog="chat"] article[data-seq] .chatMessage_text')].map(
    (text) => (text.firstChild?.textContent ?? '').trim(),
  );

export const countOf = (locator: Locator): number => locator.elements().length;

export async function openChat(page: AppPage): Promise<void> {
  await dockButton(page).click();
  await expect.element(panel(page)).toBeVisible();
}

export async function openRoom(page: AppPage, name: string): Promise<void> {
  if (countOf(panel(page)) === 0) await openChat(page);
  await roomRow(page, name).click();
  await expect.element(panel(page).getByRole('textbox', { name: `Message to ${name}` })).toBeVisible();
}

/** Opens a private room with the user of this name. */
export async function startPrivateChat(page: AppPage, { name }: TestUser): Promise<void> {
  if (countOf(panel(page)) === 0) await openChat(page);
  await roomList(page).getByRole('searchbox').fill(name);
  await roomList(page).getByRole('region', { name: 'People' }).getByRole('button', { name }).click();
  await expect.element(composer(page)).toHaveAccessibleName(`Message to ${name}`);
}

/** Types a text into the message field and presses Enter. */
export async function submitMessage(page: AppPage, text: string): Promise<void> {
  await composer(page).fill(text);
  await page.press('{Enter}');
}

/** Sends a message and waits until it is shown as sent. */
export async function sendMessage(page: AppPage, text: string): Promise<void> {
  await submitMessage(page, text);
  await expect.element(message(page, text).getByRole('img', { name: 'Sent' })).toBeVisible();
}

/** Opens the menu of a message. */
export async function openMessageMenu(page: AppPage, text: string): Promise<void> {
  const target = message(page, text).last();
  await target.hover();
  await target.getByRole('button', { name: 'Message actions' }).click();
}

/** Chooses an action from the menu of a message. */
export async function chooseMessageAction(page: AppPage, text: string, action: string): Promise<void> {
  await openMessageMenu(page, text);
  await page.getByRole('menuitem', { name: action }).click();
}

/** Chooses an action from the menu of the room. */
export async function chooseRoomAction(page: AppPage, action: string): Promise<void> {
  await panel(page).getByRole('button', { name: 'Room actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Chooses an action from the menu above the list of rooms. */
export async function chooseChatAction(page: AppPage, action: string): Promise<void> {
  await roomList(page).getByRole('button', { name: 'More chat options' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Chooses the logout of the account menu. */
export async function chooseLogOut(page: AppPage): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
}

export const expectAtLogin = (page: AppPage) =>
  expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible();

export async function signOut(page: AppPage): Promise<void> {
  await chooseLogOut(page);
  await expectAtLogin(page);
}

/** Signs in on the login page as one of the other users. */
export async function signInAs(page: AppPage, { server }: FakeChat, user: TestUser): Promise<void> {
  const email = `${user.uid}@example.com`;
  const { password } = ada;
  server.users.push({ userId: user.uid, email, password, name: user.name, roles: ['ROLE_ATTENDEE'] });
  await page.getByLabelText('Email', { exact: true }).fill(email);
  await page.getByLabelText('Password', { exact: true }).fill(password);
  await page.press('{Enter}');
  await expect.element(dockButton(page)).toBeVisible();
}

/**
 * Waits for a snackbar and closes it, because it would cover messages for some seconds. In one step, because on a slow
 * machine it could disappear in between.
 */
export async function closeSnackbar(page: AppPage, text: string): Promise<void> {
  const snackbar = page.getByRole('status').filter({ hasText: text });
  const button = snackbar.getByRole('button', { name: 'Close' });
  const close = (): boolean => {
    const found = button.query() as HTMLElement | null;
    found?.click();
    return found !== null;
  };
  await expect.poll(close).toBe(true);
  await expect.element(snackbar).not.toBeInTheDocument();
}

/** Opens the private room with Bo, in which Ada has posted "Good evening". */
export async function openPrivateRoom(
  options?: PageOptions,
): Promise<{ chat: FakeChat; room: FakeRoom; page: AppPage }> {
  const chat = new FakeChat();
  const room = chat.greetedRoom();
  const page = await openLounge(chat, options);
  await openRoom(page, bo.name);
  await expect.element(message(page, 'Good evening')).toBeVisible();
  return { chat, room, page };
}

/** Inserts a text at the caret as a paste does: unlike `fill`, within the `maxLength` of the field. */
export function paste(page: AppPage, text: string): void {
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else inserts text as the user does
  page.document.execCommand('insertText', false, text);
}
