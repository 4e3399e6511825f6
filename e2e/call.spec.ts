/** Calls between people with a microphone and a camera (CHAT-05, CHAT-12). */
import { expectAccessible } from './accessible.ts';
import { createChatGroup, joinCall, leaveCall, startCall } from '@foyer/contract';
import type { WebSocketRoute } from '@playwright/test';
import {
  accept,
  allowed,
  call,
  callPanel,
  expect,
  expectHears,
  expectReleased,
  expectSees,
  expectSeesScreen,
  fakeDevices,
  hurry,
  openPreview,
  over,
  press,
  preview,
  ringing,
  test,
  tile,
  voicesOf,
  withLogin,
  type Page,
} from './callPage.ts';
import { named, panel, talkWith } from './chatPage.ts';
import { Fellow } from './presencePage.ts';

const devices = await fakeDevices();
const launchOptions = { ...devices, args: [...devices.args, ...allowed] };
test.use({ server: withLogin, launchOptions });
// Several browsers draw and send pictures at the same time.
test.setTimeout(120_000);

test('CHAT-05h two people see and hear each other, mute and hang up', async ({ come }) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await openPreview(ada, bo);
  await expect(preview(ada.page).locator('video')).toBeVisible();
  await expectAccessible(ada.page, '[data-dialog="call-preview"]');
  await call(ada, bo);
  await expect(callPanel(ada.page)).toContainText('Calling Bo');
  await expectAccessible(bo.page, '[data-dialog="call-ringing"]');
  await accept(bo);
  await expectSees(ada, 'Bo');
  await expectSees(bo, 'Ada');
  await expectHears(ada, 'Bo');
  await expectHears(bo, 'Ada');
  await expectAccessible(bo.page, '[data-dialog="call"]');
  await press(ada.page, 'Mute');
  await expect(tile(bo.page, 'Ada')).toContainText('Microphone off');
  await expect(tile(bo.page, 'Ada')).toHaveAttribute('data-speaking', 'false');
  await press(ada.page, 'Camera off');
  await expect(tile(bo.page, 'Ada').locator('.call-face')).toBeVisible();
  await press(ada.page, 'Camera on');
  await expectSees(bo, 'Ada');
  await press(bo.page, 'Leave');
  await expect(callPanel(bo.page)).toHaveCount(0);
  await expect(over(ada.page)).toContainText('The call has ended');
  for (const { page } of [ada, bo]) await expectReleased(page);
});

test('CHAT-12ad a conversation becomes a call with one press, and says afterwards that there was one', async ({
  come,
}) => {
  // Somebody of the test before may still be here: a name that nobody else has.
  const [ada, bo] = [await come('Ada'), await come(named('Bo'))];
  await talkWith(ada.page, bo.name);
  const way = panel(ada.page).locator('.chat-header').getByRole('button', { name: 'Call' });
  await way.click();
  await preview(ada.page).getByRole('button', { name: 'Call', exact: true }).click();
  await accept(bo);
  await expectSees(ada, 'Bo');
  await expect(way).toHaveCount(0);
  await press(bo.page, 'Leave');
  await over(ada.page).getByRole('button', { name: 'Close' }).first().click();
  await expect(panel(ada.page).locator('.chat-notice')).toHaveText(/^A call of \d+ minute/);
  await expect(way).toBeVisible();
});

test('CHAT-12v both call at the same moment, and are in one call', async ({ come }) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await openPreview(ada, bo);
  await openPreview(bo, ada);
  const start = (page: Page) => preview(page).getByRole('button', { name: 'Call', exact: true }).click();
  await Promise.all([start(ada.page), start(bo.page)]);
  await expectSees(ada, 'Bo');
  await expectSees(bo, 'Ada');
  for (const { page } of [ada, bo]) await expect(ringing(page)).toHaveCount(0);
});

test('CHAT-12w who declines on one tab is rung on none', async ({ come }) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  const other = await bo.page.context().newPage();
  await other.goto('/v/nightfall/area/lobby?lang=en');
  await call(ada, bo);
  await expect(ringing(other)).toBeVisible();
  await ringing(other).getByRole('button', { name: 'Decline' }).click();
  for (const page of [other, bo.page]) await expect(ringing(page)).toHaveCount(0);
  await expect(over(ada.page)).toContainText('Your call was declined');
  await expectReleased(ada.page);
});

test('CHAT-12x who accepts on one tab is rung on none, and whoever gives up is heard no more', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  const other = await bo.page.context().newPage();
  await other.goto('/v/nightfall/area/lobby?lang=en');
  await call(ada, bo);
  await expect(ringing(other)).toBeVisible();
  await press(ada.page, 'Leave');
  for (const page of [other, bo.page]) await expect(ringing(page)).toHaveCount(0);
  await call(ada, bo);
  await accept(bo, 'Accept with voice');
  await expect(ringing(other)).toHaveCount(0);
  await expectHears(ada, 'Bo');
  await expect(tile(ada.page, 'Bo').locator('.call-face')).toBeVisible();
});

test('CHAT-12y it rings for 45 seconds, then it is missed', async ({ come }) => {
  test.setTimeout(180_000);
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await call(ada, bo);
  await expect(over(ada.page)).toContainText('No answer', { timeout: 60_000 });
  await expect(ringing(bo.page)).toHaveCount(0);
});

test('CHAT-18a whoever disappears is waited for, and is gone after a while; the call of one alone is over', async ({
  come,
  playwright,
}) => {
  const dying = await playwright.chromium.launchServer(launchOptions);
  const bos = await playwright.chromium.connect(dying.wsEndpoint());
  const [ada, bo] = [await come('Ada'), await come('Bo', { browser: bos })];
  await call(ada, bo);
  await accept(bo);
  await expectSees(ada, 'Bo');
  await dying.kill();
  await expect(tile(ada.page, 'Bo')).toContainText('Reconnecting');
  await expect(over(ada.page)).toContainText('The call has ended', { timeout: 40_000 });
  await expectReleased(ada.page);
});

test('CHAT-12z whoever loses the line to the server stays in the call, heard and seen all the while, and comes back to it also late', async ({
  come,
  allowed: may,
}) => {
  may.console.push(/ERR_INTERNET_DISCONNECTED/);
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await call(ada, bo);
  await accept(bo);
  await expectSees(ada, 'Bo');
  const offline = async () => {
    await bo.page.context().setOffline(true);
    await expect(callPanel(bo.page)).toContainText('Your line is lost', { timeout: 40_000 });
  };
  const online = async () => {
    await bo.page.context().setOffline(false);
    await expect(callPanel(bo.page)).not.toContainText('Your line is lost', { timeout: 40_000 });
  };
  await offline();
  // One look only: the server waits a quarter of a minute for whoever has lost the line.
  await expectSees(ada, 'Bo');
  await press(bo.page, 'Share screen');
  await online();
  await expectSees(bo, 'Ada');
  await expectSeesScreen(ada, 'Bo');
  await press(bo.page, 'Stop sharing');

  await offline();
  await hurry(bo.page, 20_000);
  await online();
  await expectSees(ada, 'Bo');
  await expectSees(bo, 'Ada');
  await press(bo.page, 'Mute');
  await expect(tile(ada.page, 'Bo')).toContainText('Microphone off');
});

test('CHAT-12ah what one begins to share while one comes back is seen when one is back', async ({
  come,
  allowed: may,
}) => {
  may.console.push(/WebSocket/);
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  const lines: WebSocketRoute[] = [];
  const held: (() => void)[] = [];
  let isHolding = false;
  await bo.page.routeWebSocket(/./, (line) => {
    const server = line.connectToServer();
    lines.push(line);
    line.onMessage((message) => {
      const isJoining = typeof message === 'string' && message.includes(`"${joinCall.name}"`);
      if (isHolding && isJoining) held.push(() => server.send(message));
      else server.send(message);
    });
  });
  await bo.page.reload();
  await call(ada, bo);
  await accept(bo);
  await expectSees(ada, 'Bo');
  isHolding = true;
  await lines.at(-1)?.close({ code: 4100 });
  await expect.poll(() => held.length).toBe(1);
  await press(bo.page, 'Share screen');
  await expect(callPanel(bo.page).getByRole('button', { name: 'Stop sharing' })).toBeVisible();
  for (const send of held) send();
  await expectSeesScreen(ada, 'Bo');
});

test('CHAT-12aa shared screens are seen beside their persons, also of two who begin at once, and are gone when it is over', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await call(ada, bo);
  await accept(bo);
  await expectSees(bo, 'Ada');
  await Promise.all([ada, bo].map(({ page }) => press(page, 'Share screen')));
  await expectSeesScreen(bo, 'Ada');
  await expectSeesScreen(ada, 'Bo');
  await expect(callPanel(ada.page)).toContainText('You share your screen');
  await expectSees(bo, 'Ada');
  await expectSees(ada, 'Bo');
  await press(ada.page, 'Stop sharing');
  await expect(callPanel(bo.page).locator('[data-screen]')).toHaveCount(0);
  await expectSeesScreen(ada, 'Bo');
  await expectSees(bo, 'Ada');
});

test('CHAT-12ac three people of a group all see and hear each other, whatever they do at the same moment, until they are gone', async ({
  come,
  foyer,
}) => {
  const [ada, bo, cy] = [await come('Ada'), await come('Bo'), await come('Cy')];
  const dee = await Fellow.come(foyer, { name: 'Dee' });
  const userIds = [ada, bo, cy].map(({ who }) => who.userId);
  const { room } = await dee.ask(createChatGroup, {
    clientId: 'group-of-four',
    kind: 'privateGroup',
    name: 'Lighting',
    userIds,
  });
  const silent = { microphone: false, camera: false, screen: false };
  const { call: begun } = await dee.ask(startCall, { roomId: room.id, tabId: 'tab-of-dee', media: silent });
  for (const guest of [ada, bo]) await accept(guest, 'Accept with voice');
  await expect(callPanel(ada.page).getByRole('heading', { name: 'Lighting' })).toBeVisible();
  await dee.ask(leaveCall, { callId: begun.callId });
  await dee.end();

  // What rings at Cy rings on for 45 seconds only: nothing else is looked at before.
  await Promise.all([
    ...[ada, bo].map(({ page }) => press(page, 'Camera on')),
    accept(cy, 'Accept with voice'),
  ]);
  for (const guest of [ada, bo, cy]) {
    for (const { name } of [ada, bo].filter((other) => other !== guest)) await expectSees(guest, name);
    await expect.poll(() => voicesOf(guest.page), { timeout: 30_000 }).toBe(2);
  }

  // A closed tab says so itself.
  await cy.page.close();
  for (const { page } of [ada, bo]) await expect(tile(page, 'Cy')).toHaveCount(0, { timeout: 12_000 });
  await expectSees(ada, 'Bo');
  await ada.page.getByRole('button', { name: 'Account menu' }).click();
  await ada.page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(over(bo.page)).toContainText('The call has ended');
  for (const { page } of [ada, bo]) await expectReleased(page);
});
