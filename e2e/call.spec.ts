/** Calls between people with a microphone and a camera (CHAT-05, CHAT-12); what one page shows of them is in web/src/features/call. */
import { createChatGroup, joinCall, leaveCall, startCall as startCallCommand } from '@foyer/contract';
import type { WebSocketRoute } from '@playwright/test';
import {
  accept,
  call,
  callPanel,
  closeOver,
  expect,
  expectHears,
  expectReleased,
  expectSees,
  expectSeesScreen,
  hurry,
  launchOptions,
  openPreview,
  over,
  press,
  ringing,
  startCall,
  test,
  tile,
  voicesOf,
  withLogin,
  type Guest,
  type Page,
} from './callPage.ts';
import { panel, talkWith } from './chatPage.ts';
import { Fellow } from './presencePage.ts';

test.use({ server: withLogin, launchOptions });

test('CHAT-05h CHAT-12ad CHAT-12aa two people call from their conversation, see, hear and share screens, and the conversation says afterwards that there was a call', async ({
  come,
}) => {
  const [ada, bo] = await Promise.all([come('Ada'), come('Bo')]);
  await talkWith(ada.page, bo.name);
  const callFromRoom = panel(ada.page).locator('.chat-header').getByRole('button', { name: 'Call' });
  await callFromRoom.click();
  await startCall(ada);
  await accept(bo);
  await Promise.all([
    expectSees(ada, bo),
    expectSees(bo, ada),
    expectHears(ada, bo),
    expectHears(bo, ada),
    expect(callFromRoom).toHaveCount(0),
  ]);
  await press(ada.page, 'Mute');
  await expect(tile(bo.page, ada.name)).toContainText('Muted');
  await expect(tile(bo.page, ada.name)).toHaveAttribute('data-speaking', 'false');
  await press(ada.page, 'Camera off');
  await expect(tile(bo.page, ada.name).locator('.call-face')).toBeVisible();
  await press(ada.page, 'Camera on');
  await expectSees(bo, ada);

  await Promise.all([ada, bo].map(({ page }) => press(page, 'Share screen')));
  await Promise.all([
    expectSeesScreen(bo, ada),
    expectSeesScreen(ada, bo),
    expect(callPanel(ada.page)).toContainText('You’re sharing your screen'),
    expectSees(bo, ada),
    expectSees(ada, bo),
  ]);
  await press(ada.page, 'Stop sharing');
  await expect(callPanel(bo.page).locator('[data-screen]')).toHaveCount(0);
  await Promise.all([expectSeesScreen(ada, bo), expectSees(bo, ada)]);

  await press(bo.page, 'Leave');
  await expect(callPanel(bo.page)).toHaveCount(0);
  await expect(over(ada.page)).toContainText('The call has ended');
  for (const { page } of [ada, bo]) await expectReleased(page);
  await closeOver(ada.page);
  await expect(panel(ada.page).locator('.chat-notice')).toHaveText(/^Call ended, \d+ min$/);
  await expect(callFromRoom).toBeVisible();
});

test('CHAT-12v CHAT-12w CHAT-12x a call rings on every tab until it is declined, given up or accepted on one, and two calls at the same moment are one', async ({
  come,
}) => {
  const bo = await come('Bo');
  const ada = await come('Ada', { profileOf: bo });
  const other = await bo.page.context().newPage();
  await other.goto(`/v/nightfall/area/lounge?lang=en&profile=${ada.who.userId}`);
  const tabs = [other, bo.page];
  const expectQuiet = () => Promise.all(tabs.map((page) => expect(ringing(page)).toHaveCount(0)));

  await call(ada, bo);
  await expect(ringing(other)).toBeVisible();
  await ringing(other).getByRole('button', { name: 'Decline' }).click();
  await expectQuiet();
  await expect(over(ada.page)).toContainText('Your call was declined');
  await expectReleased(ada.page);
  await closeOver(ada.page);

  await call(ada, bo);
  await expect(ringing(other)).toBeVisible();
  await press(ada.page, 'Leave');
  await expectQuiet();

  await call(ada, bo);
  await expect(ringing(other)).toBeVisible();
  await accept(bo, 'Accept with audio only');
  await expectQuiet();
  await expectHears(ada, bo);
  await expect(tile(ada.page, bo.name).locator('.call-face')).toBeVisible();
  await press(bo.page, 'Leave');
  await closeOver(ada.page);

  const second: Guest = { ...bo, page: other };
  await Promise.all([openPreview(ada), openPreview(second)]);
  await Promise.all([startCall(ada), startCall(second)]);
  await Promise.all([expectSees(ada, bo), expectSees(second, ada)]);
  for (const page of [ada.page, ...tabs]) await expect(ringing(page)).toHaveCount(0);
});

/** The realtime connection of a page, which the test cuts, and in which it holds commands back. */
class Connection {
  private readonly page: Page;
  private readonly open: { readonly page: WebSocketRoute; readonly server: WebSocketRoute }[] = [];
  private readonly held: (() => void)[] = [];
  private holds: string | undefined;
  private isCut = false;

  private constructor(page: Page) {
    this.page = page;
  }

  static async of(page: Page): Promise<Connection> {
    const connection = new Connection(page);
    await page.routeWebSocket(/./, (route) => connection.take(route));
    await page.reload();
    return connection;
  }

  /** The connection is lost, and no other one opens until `mend`. */
  async cut(): Promise<void> {
    this.isCut = true;
    for (const { page, server } of this.open.splice(0)) {
      await page.close({ code: 4100 });
      await server.close({ code: 1001 });
    }
  }

  async mend(): Promise<void> {
    this.isCut = false;
    // What a browser says when its network is back.
    await this.page.evaluate(() => dispatchEvent(new Event('online')));
  }

  /** Commands of this name wait from now on. */
  hold(name: string): void {
    this.holds = name;
  }

  get holdsAny(): boolean {
    return this.held.length > 0;
  }

  release(): void {
    this.holds = undefined;
    for (const send of this.held.splice(0)) send();
  }

  private async take(route: WebSocketRoute): Promise<void> {
    if (this.isCut) return route.close({ code: 4100 });
    const server = route.connectToServer();
    this.open.push({ page: route, server });
    route.onMessage((message) => {
      const { holds } = this;
      const isHeld = holds !== undefined && typeof message === 'string' && message.includes(`"${holds}"`);
      if (isHeld) this.held.push(() => server.send(message));
      else server.send(message);
    });
  }
}

test('CHAT-12z CHAT-12ah a participant who loses the server stays in the call, is seen and heard, shares a screen, and rejoins in time or late', async ({
  come,
}) => {
  const bo = await come('Bo');
  const ada = await come('Ada', { profileOf: bo });
  const connection = await Connection.of(bo.page);
  await call(ada, bo);
  await accept(bo);
  await expectSees(ada, bo);
  const isLost = callPanel(bo.page).getByText('You lost connection');
  const cut = async (): Promise<void> => {
    await connection.cut();
    await expect(isLost).toBeVisible();
  };
  const mend = async (): Promise<void> => {
    await connection.mend();
    await expect(isLost).toHaveCount(0);
  };

  await cut();
  await expectSees(ada, bo);
  await press(bo.page, 'Share screen');
  await mend();
  await Promise.all([expectSees(bo, ada), expectSeesScreen(ada, bo)]);
  await press(bo.page, 'Stop sharing');
  await expect(callPanel(ada.page).locator('[data-screen]')).toHaveCount(0);

  // The server notifies the others before it responds; later changes are sent after the response.
  await cut();
  connection.hold(joinCall.name);
  await connection.mend();
  await expect.poll(() => connection.holdsAny).toBe(true);
  await press(bo.page, 'Share screen');
  await expect(callPanel(bo.page).getByRole('button', { name: 'Stop sharing' })).toBeVisible();
  connection.release();
  await expectSeesScreen(ada, bo);
  await expect(isLost).toHaveCount(0);
  await press(bo.page, 'Stop sharing');

  await cut();
  await hurry(bo.page, 20_000);
  await mend();
  await Promise.all([expectSees(ada, bo), expectSees(bo, ada), expectHears(ada, bo)]);
  await press(bo.page, 'Mute');
  await expect(tile(ada.page, bo.name)).toContainText('Muted');
});

test('CHAT-12ac three people of a group all see and hear each other, whatever they do at the same moment, until they leave', async ({
  come,
  foyer,
}) => {
  const [ada, bo, cy] = await Promise.all([come('Ada'), come('Bo'), come('Cy')]);
  const dee = await Fellow.come(foyer, { name: 'Dee' });
  const userIds = [ada, bo, cy].map(({ who }) => who.userId);
  const { room } = await dee.ask(createChatGroup, {
    clientId: crypto.randomUUID(),
    kind: 'privateGroup',
    name: 'Lighting',
    userIds,
  });
  const silent = { microphone: false, camera: false, screen: false };
  const { call: begun } = await dee.ask(startCallCommand, {
    roomId: room.id,
    tabId: 'tab-of-dee',
    media: silent,
  });
  for (const guest of [ada, bo]) await accept(guest, 'Accept with audio only');
  await expect(callPanel(ada.page).getByRole('heading', { name: 'Lighting' })).toBeVisible();
  await dee.ask(leaveCall, { callId: begun.callId });
  await dee.end();

  // It rings at Cy for 45 seconds only: nothing else is looked at before.
  await Promise.all([
    ...[ada, bo].map(({ page }) => press(page, 'Camera on')),
    accept(cy, 'Accept with audio only'),
  ]);
  await Promise.all(
    [ada, bo, cy].flatMap((guest) => [
      ...[ada, bo].filter((other) => other !== guest).map((other) => expectSees(guest, other)),
      expect.poll(() => voicesOf(guest.page), { timeout: 30_000 }).toBe(2),
    ]),
  );

  // A closed tab leaves at once.
  await cy.page.close();
  for (const { page } of [ada, bo]) await expect(tile(page, cy.name)).toHaveCount(0, { timeout: 12_000 });
  await expectSees(ada, bo);
  await ada.page.getByRole('button', { name: 'Account menu' }).click();
  await ada.page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(over(bo.page)).toContainText('The call has ended');
  for (const { page } of [ada, bo]) await expectReleased(page);
});
