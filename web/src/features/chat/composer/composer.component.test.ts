/** The message field: the caret and the text after a mention or an emoji was inserted, and texts that are too long. */
import { chatTextLength } from '@foyer/contract/limits';
import { expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import type { AppPage } from '../../../testing/page.ts';
import {
  chooseMessageAction,
  composer,
  countOf,
  dockButton,
  lounge,
  message,
  openLounge,
  openPageOf,
  openPrivateRoom,
  openRoom,
  panel,
  paste,
  roomList,
  submitMessage,
} from '../testing/chatPage.ts';
import { FakeChat } from '../testing/fakeChat.ts';
import { bo, cy, di } from '../testing/users.ts';

const option = (page: AppPage): Locator => page.getByRole('option', { name: bo.name });
const fieldOf = (page: AppPage): HTMLTextAreaElement =>
  page.document.querySelector<HTMLTextAreaElement>('[data-dialog="chat"] textarea')!;

/** The text of the field, with `|` at the caret. */
function textWithCaret(page: AppPage): string {
  const { value, selectionStart, selectionEnd } = fieldOf(page);
  expect(selectionEnd).toBe(selectionStart);
  return `${value.slice(0, selectionStart)}|${value.slice(selectionStart)}`;
}

/** Fills in a text and places the caret at the `|` in it. */
async function fillWithCaret(page: AppPage, field: Locator, text: string): Promise<void> {
  const at = text.indexOf('|');
  await field.fill(text.replace('|', ''));
  fieldOf(page).setSelectionRange(at, at);
}

/** Does something before the page draws its next frame, as a fast typist does or on a slow machine. */
async function beforeNextFrame(page: AppPage, act: () => Promise<void>): Promise<void> {
  const { window } = page;
  const request = window.requestAnimationFrame;
  const waiting: FrameRequestCallback[] = [];
  window.requestAnimationFrame = (callback) => waiting.push(callback);
  await act();
  window.requestAnimationFrame = request;
  for (const callback of waiting) callback(window.performance.now());
  await page.nextFrame();
}

/** A text that is higher than the field, so that the field scrolls. */
const paragraph = `${'We meet at the harbour at nine. '.repeat(60)}\n`;

for (const [where, before, after] of [
  ['at the end', 'Hello ', ''],
  ['in the middle', 'Hello ', ', are you there?'],
  ['in the middle of a long text', paragraph, `\n${paragraph}`],
] as const) {
  test(`what is typed after a mention chosen by keyboard ${where} follows the mention`, async () => {
    const { page } = await openPrivateRoom();
    await fillWithCaret(page, composer(page), `${before}|${after}`);
    await page.press('@Bo');
    await expect.element(option(page)).toBeVisible();
    await beforeNextFrame(page, () => page.press('{Enter}come in'));
    expect(textWithCaret(page)).toBe(`${before}@${bo.name} come in|${after}`);
    await page.press('!');
    expect(textWithCaret(page)).toBe(`${before}@${bo.name} come in!|${after}`);
  });

  test(`what is typed after a mention chosen by mouse ${where} follows the mention`, async () => {
    const { page } = await openPrivateRoom();
    await fillWithCaret(page, composer(page), `${before}|${after}`);
    await page.press('@Bo');
    await expect.element(option(page)).toBeVisible();
    const { x, y, width, height } = page.boxOf(option(page));
    const at = { x: x + width / 2, y: y + height / 2 };
    await beforeNextFrame(page, async () => {
      await page.mouse('mousePressed', at);
      await page.mouse('mouseReleased', at);
      await page.press('come in');
    });
    expect(textWithCaret(page)).toBe(`${before}@${bo.name} come in|${after}`);
    expect(page.focused).toBe(fieldOf(page));
  });
}

test('two mentions in a row keep their order', async () => {
  const { chat, room, page } = await openPrivateRoom();
  room.members.push({ uid: 'u-bob', name: 'Bob Stone' });
  chat.users.push({ uid: 'u-bob', name: 'Bob Stone' });
  room.post({ uid: 'u-bob' }, 'Good evening, all');
  await expect.element(message(page, 'Good evening, all')).toBeVisible();
  await composer(page).click();
  await beforeNextFrame(page, () => page.press('@Nil{Enter}and @Sto{Tab}: welcome'));
  expect(textWithCaret(page)).toBe(`@${bo.name} and @Bob Stone : welcome|`);
});

test('what is typed after a mention in a right-to-left text follows the mention', async () => {
  const chat = new FakeChat();
  chat.greetedRoom();
  const page = await openPageOf(chat, lounge, { language: 'ar' });
  await dockButton(page).click();
  await panel(page).getByRole('button', { name: bo.name }).first().click();
  await fillWithCaret(page, panel(page).getByCSS('textarea'), 'مساء الخير |، أين أنت؟');
  await page.press('@Bo');
  await expect.element(option(page)).toBeVisible();
  await beforeNextFrame(page, () => page.press('{Enter}شكرا'));
  expect(textWithCaret(page)).toBe(`مساء الخير @${bo.name} شكرا|، أين أنت؟`);
});

test('what is typed after an emoji follows it', async () => {
  const { page } = await openPrivateRoom();
  await fillWithCaret(page, composer(page), 'Yes|, please');
  await panel(page).getByRole('button', { name: 'Emoji' }).click();
  await page.getByRole('button', { name: '👍' }).click();
  await expect.poll(() => page.focused).toBe(fieldOf(page));
  await page.press('!');
  expect(textWithCaret(page)).toBe('Yes👍!|, please');
});

test('the list of people closes once a person was chosen, and opens for the next mention', async () => {
  const { chat, room, page } = await openPrivateRoom();
  chat.users.push({ uid: 'u-bo-2', name: `${bo.name} Jansson` });
  room.post({ uid: 'u-bo-2' }, 'Good evening, all');
  await expect.element(message(page, 'Good evening, all')).toBeVisible();
  await composer(page).click();
  await page.press('@Bo Nil');
  await expect.element(page.getByRole('option')).toHaveLength(2);
  const list = page.boxOf(page.getByCSS('.composer_mentions'));
  expect(list.bottom).toBeLessThan(page.boxOf(page.getByCSS('.composer_field')).top);
  await page.press('{ArrowDown}{Enter}');
  expect(textWithCaret(page)).toBe(`@${bo.name} |`);
  await page.press('J');
  expect(countOf(page.getByRole('listbox'))).toBe(0);
  await page.press('{Enter}');
  await expect.poll(() => room.messages.at(-1)?.text).toBe(`@${bo.name} J`);
  await page.press('@Bo{Escape}');
  expect(countOf(page.getByRole('listbox'))).toBe(0);
  await submitMessage(page, 'Never mind');
  await page.press('@');
  await expect.element(option(page).first()).toBeVisible();
});

test('in the room of an area only people of that area can be mentioned, also while everyone is listed', async () => {
  const chat = new FakeChat();
  for (const attendee of chat.server.attendees) if (attendee.uid === di.uid) attendee.areaId = 'library';
  const page = await openLounge(chat);
  await openRoom(page, 'Lounge');
  await roomList(page).getByRole('searchbox').fill(di.name);
  await expect.element(roomList(page).getByRole('region', { name: 'People' })).toMatchTextContent(di.name);
  await composer(page).click();
  await page.press('@');
  await expect.element(option(page)).toBeVisible();
  expect(
    page
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining(bo.name), expect.stringContaining(cy.name)]);
});

const tooLong = 'This text is too long. Shorten it, then try again.';
const sendButton = (page: AppPage): Locator => panel(page).getByRole('button', { name: 'Send', exact: true });

test('CHAT-07wd a pasted text that is too long stays whole, also after a reload, and is sent only once it is shorter', async () => {
  const { room, page } = await openPrivateRoom();
  const text = `${'m'.repeat(chatTextLength)}${'n'.repeat(1_120)}`;
  const sentBefore = room.messages.length;
  await composer(page).click();
  paste(page, text);
  await expect.element(composer(page)).toHaveValue(text);
  await expect.element(composer(page)).toHaveAccessibleDescription('1,120 characters too many');
  await expect.element(composer(page)).toHaveAttribute('aria-invalid', 'true');
  await expect
    .element(panel(page).getByRole('status').filter({ hasText: '1,120 characters too many' }))
    .toBeInTheDocument();
  await page.expectAccessible();

  await sendButton(page).click();
  await expect.element(page.getByRole('status').filter({ hasText: tooLong })).toBeVisible();
  expect(page.focused).toBe(fieldOf(page));
  await page.press('{Enter}');
  await expect.element(composer(page)).toHaveValue(text);

  await page.reload();
  await openRoom(page, bo.name);
  await expect.element(composer(page)).toHaveValue(text);
  await expect.element(composer(page)).toHaveAccessibleDescription('1,120 characters too many');
  expect(room.messages).toHaveLength(sentBefore);

  await composer(page).click();
  fieldOf(page).setSelectionRange(chatTextLength, text.length);
  await page.press('{Delete}');
  await expect.element(composer(page)).toHaveAttribute('aria-invalid', 'false');
  await expect.element(composer(page)).toHaveAccessibleDescription('');
  // Spaces at the end are not sent.
  paste(page, '  ');
  await page.press('{Enter}');
  await expect.poll(() => room.messages.at(-1)?.text).toBe('m'.repeat(chatTextLength));
});

test('CHAT-07we an edit or an emoji that makes a text too long is kept, and the edit is not saved', async () => {
  const { chat, room, page } = await openPrivateRoom();
  const text = 'm'.repeat(chatTextLength);
  room.post(chat.own, text);
  await expect.element(message(page, text)).toBeVisible();
  await chooseMessageAction(page, text, 'Edit');
  await expect.element(composer(page)).toHaveValue(text);
  await panel(page).getByRole('button', { name: 'Emoji' }).click();
  await page.getByRole('button', { name: '👍' }).click();
  await expect.element(composer(page)).toHaveValue(`${text}👍`);
  await expect.element(composer(page)).toHaveAccessibleDescription('2 characters too many');
  await panel(page).getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByRole('status').filter({ hasText: tooLong })).toBeVisible();
  await page.press('{Backspace}{Backspace}!');
  await expect.element(composer(page)).toHaveAccessibleDescription('1 character too many');
  expect(room.messages.at(-1)?.editedAt).toBeUndefined();
});
