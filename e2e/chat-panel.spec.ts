/** The chat's panel: how it opens, makes way and closes, the ways into it, and what is different on a phone. */
import { expectAccessible } from './accessible.ts';
import {
  act,
  bar,
  composer,
  dock,
  expand,
  expect,
  inConversation,
  lounge,
  message,
  named,
  openChat,
  openRoom,
  panel,
  row,
  rooms,
  talkWith,
  tell,
  test,
  withLogin,
  type Page,
} from './chatPage.ts';
import { dialogsHoldBack } from './harness.ts';
import { openOwn, signInAnywhere } from './profilePage.ts';

test.use({ server: withLogin });

const profile = (page: Page) => page.locator('[data-dialog="profile"]');
const people = (page: Page) => page.locator('[data-dialog="presence"]');
const card = (page: Page) => page.locator('[data-dialog="attendee-card"]');

test('CHAT-02c the panel opens, minimizes to a bar with what is unread, expands and closes', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await panel(bo.page).getByRole('button', { name: 'Minimize the chat' }).click();
  await expect(panel(bo.page)).toHaveCount(0);
  await expect(expand(bo.page)).toBeFocused();
  await expect(bo.page.getByRole('region', { name: 'Chat' }).getByRole('button')).toHaveCount(2);
  await tell(ada.page, 'Still there?');
  await expect(bar(bo.page)).toContainText('1 unread message');
  await expand(bo.page).click();
  await expect(message(bo.page, 'Still there?')).toBeVisible();
  await panel(bo.page).getByRole('button', { name: 'Close' }).click();
  await expect(panel(bo.page)).toHaveCount(0);
  await expect(bar(bo.page)).toHaveCount(0);
  await openChat(bo.page);
  await expect(composer(bo.page)).toBeVisible();
});

test('CHAT-02d there is one slot: people and profiles take it, and chat waits as a bar', async ({ come }) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await composer(ada.page).fill('Half a sentence');
  await panel(ada.page).getByRole('button', { name: 'What to do with this room' }).click();
  await ada.page.getByRole('menuitem', { name: `Profile of ${bo.name}` }).click();
  await expect(profile(ada.page).getByRole('heading', { name: bo.name })).toBeVisible();
  await expect(panel(ada.page)).toHaveCount(0);
  await expand(ada.page).click();
  await expect(profile(ada.page)).toHaveCount(0);
  await expect(composer(ada.page)).toHaveValue('Half a sentence');
});

test('GUARD-07 chat takes the place of a profile when what was not saved there has been asked about', async ({
  come,
}) => {
  const { page } = await come('Ada');
  await openOwn(page);
  await profile(page).getByRole('button', { name: 'Edit profile' }).click();
  await profile(page).getByLabel('Company').fill('Nordlys');
  await dock(page).click();
  const question = page.getByRole('alertdialog', { name: 'You have changes that are not saved' });
  await expect(question).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(panel(page)).toBeVisible();
  await expect(profile(page)).toHaveCount(0);
});

test('CHAT-08b a chat starts from a profile and from the list of people', async ({ come }) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await ada.page.locator('[data-opens="presence"]').click();
  await people(ada.page).getByRole('button', { name: bo.name }).first().hover();
  await people(ada.page)
    .getByRole('button', { name: `Start chat with ${bo.name}` })
    .click();
  await expect(composer(ada.page)).toHaveAccessibleName(`Message to ${bo.name}`);
  await expect(people(ada.page)).toHaveCount(0);
  await panel(ada.page).getByRole('button', { name: 'What to do with this room' }).click();
  await ada.page.getByRole('menuitem', { name: `Profile of ${bo.name}` }).click();
  await profile(ada.page).getByRole('button', { name: 'Start chat' }).click();
  await expect(composer(ada.page)).toHaveAccessibleName(`Message to ${bo.name}`);
  await expect(profile(ada.page)).toHaveCount(0);
});

test('WIDGET-01b CHAT-11a AreaChatWidget opens the chatroom of its area, and those who are there hear each other', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await ada.page.locator('[data-opens="chat"]').first().click();
  await expect(composer(ada.page)).toHaveAccessibleName('Message to Lounge');
  await expect(ada.page).not.toHaveURL(/widget=/);
  const text = `Round the table with ${ada.name}`;
  await tell(ada.page, text);
  await expect(dock(bo.page)).toHaveAccessibleName(/unread/);
  await openRoom(bo.page, 'Lounge');
  await expect(message(bo.page, text)).toContainText(ada.name);
});

test('WIDGET-22a CHAT-11b GlobalChatWidget is the room of the venue, also from another area', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come({ name: 'Bo', path: '/v/nightfall/area/library' })];
  await openRoom(ada.page, 'Everybody at the event');
  const text = `To all from ${ada.name}`;
  await tell(ada.page, text);
  await bo.page.goto('/v/nightfall/area/library?lang=en&widget=global-chat');
  await expect(message(bo.page, text)).toBeVisible();
  await expect(rooms(bo.page).getByRole('region', { name: 'This area' })).toHaveCount(0);
});

test('who walks on leaves the room of the area, and takes every other conversation along', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await ada.page.locator('footer').getByText('Library').click();
  await expect(ada.page.locator('h1', { hasText: 'Library' })).toBeAttached();
  await expect(composer(ada.page)).toHaveAccessibleName(`Message to ${bo.name}`);
  await openRoom(bo.page, 'Lounge');
  await bo.page.locator('footer').getByText('Library').click();
  await expect(composer(bo.page)).toHaveCount(0);
  await expect(rooms(bo.page).getByRole('region', { name: 'This area' })).toHaveCount(0);
});

test('CHAT-07w what is being written survives a reload, and is not there for the next person in this browser', async ({
  come,
  foyer,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await composer(ada.page).fill('Half a thought');
  await ada.page.reload();
  await openRoom(ada.page, bo.name);
  await expect(composer(ada.page)).toHaveValue('Half a thought');
  await panel(ada.page).getByRole('button', { name: 'Close' }).click();
  await ada.page.getByRole('button', { name: 'Account menu' }).click();
  await ada.page.getByRole('menuitem', { name: 'Log out' }).click();
  await signInAnywhere(ada.page, await foyer.account({ name: named('Cy') }));
  await expect(dock(ada.page)).toBeVisible();
  await talkWith(ada.page, bo.name);
  await expect(composer(ada.page)).toHaveValue('');
  expect(await ada.page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Half a thought');
});

test('chat tells what was done above itself, and offers no way to an end that is in sight', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await expect(panel(ada.page).getByRole('button', { name: 'To the latest message' })).toHaveCount(0);
  await act(ada.page, 'Good evening', 'Delete');
  await ada.page
    .getByRole('dialog', { name: 'Delete this message?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  const told = ada.page.getByRole('status').filter({ hasText: 'The message is deleted' });
  await expect(told).toBeVisible();
  // It stays as long as somebody points at it.
  await told.hover();
  // On top of all that is there: a press at its end meets it.
  await told.getByRole('button', { name: 'Close' }).click();
  await expect(told).toHaveCount(0);
});

test.describe('on a phone', () => {
  test('chat is the whole screen, rooms then conversation, and Back leads out of it', async ({ come }) => {
    const [ada, bo] = [await come({ name: 'Ada', isOnPhone: true }), await come('Bo')];
    await inConversation(bo, ada);
    const { page } = ada;
    const box = await panel(page).boundingBox();
    expect(box).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    await expect(rooms(page)).toHaveCount(0);
    await expectAccessible(page, '[data-dialog="chat"]');
    const cy = await come('Cy');
    await talkWith(cy.page, ada.name);
    await tell(cy.page, 'And to me?');
    await expect(panel(page).locator('.chat-header')).toContainText('1 unread message');
    await page.goBack();
    await expect(row(page, bo.name)).toBeVisible();
    await dialogsHoldBack(page);
    await page.goBack();
    await expect(panel(page)).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(lounge));
  });

  test('HEAD-04d CHAT-08c the floating card of a person starts a chat', async ({ come }) => {
    const [ada, bo] = [await come({ name: 'Ada', isOnPhone: true }), await come('Bo')];
    await ada.page.locator('[data-opens="presence"]').tap();
    await people(ada.page).getByRole('button', { name: bo.name }).first().tap();
    await card(ada.page).getByRole('button', { name: 'Start chat' }).tap();
    await expect(composer(ada.page)).toHaveAccessibleName(`Message to ${bo.name}`);
    await expect(card(ada.page)).toHaveCount(0);
    await tell(ada.page, 'From the card');
    await openRoom(bo.page, ada.name);
    await expect(message(bo.page, 'From the card')).toBeVisible();
  });

  test('360 wide and at 400 % nothing is cut, in Arabic as well', async ({ come }) => {
    const [ada, bo] = [await come('Ada'), await come('Bo')];
    await inConversation(ada, bo);
    await tell(ada.page, 'W'.repeat(300));
    for (const size of [
      { width: 360, height: 640 },
      { width: 320, height: 256 },
    ]) {
      await ada.page.setViewportSize(size);
      await expect(composer(ada.page)).toBeVisible();
      const overflow = await panel(ada.page).evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
    await ada.page.goto(`${lounge}?lang=ar`);
    await ada.page.setViewportSize({ width: 360, height: 640 });
    await dock(ada.page).click();
    await panel(ada.page).locator('[data-row]', { hasText: bo.name }).click();
    await expect(panel(ada.page).locator('textarea')).toBeVisible();
    expect(
      await panel(ada.page).evaluate((element) => element.scrollWidth - element.clientWidth),
    ).toBeLessThanOrEqual(0);
  });
});
