/** Calls between users with microphone and camera (CHAT-05, CHAT-12). web/src/features/call tests single pages. */
import { createChatGroup, joinCall, leaveCall, startCall as startCallCommand } from '@foyer/contract';
import type { WebSocketRoute } from '@playwright/test';
import {
  accept,
  call,
  callPanel,
  closeEndedCall,
  expect,
  expectSpeaking,
  expectDevicesReleased,
  expectVideoOf,
  expectScreenOf,
  advanceClock,
  launchOptions,
  openPreview,
  endedCall,
  endedSnackbar,
  pressCallButton,
  incomingCall,
  startCall,
  test,
  tile,
  countAudioConnections,
  withLogin,
  type CallUser,
  type Page,
} from './pages/callPage.ts';
import { panel, openPrivateChat } from './pages/chatPage.ts';
import { SimulatedAttendee } from './pages/presencePage.ts';

test.use({ server: withLogin, launchOptions });

test('CHAT-05h CHAT-12ad CHAT-12aa two users call from their private room, see, hear and share screens, and the room shows the call afterwards', async ({
  signInAs,
}) => {
  const [ada, bo] = await Promise.all([signInAs('Ada'), signInAs('Bo')]);
  await openPrivateChat(ada.page, bo.name);
  const callFromRoom = panel(ada.page).locator('.roomHeader_header').getByRole('button', { name: 'Call' });
  await callFromRoom.click();
  await startCall(ada);
  await accept(bo);
  await Promise.all([
    expectVideoOf(ada, bo),
    expectVideoOf(bo, ada),
    expectSpeaking(ada, bo),
    expectSpeaking(bo, ada),
    expect(callFromRoom).toHaveCount(0),
  ]);
  await pressCallButton(ada.page, 'Mute');
  await expect(tile(bo.page, ada.name)).toContainText('Muted');
  await expect(tile(bo.page, ada.name)).toHaveAttribute('data-speaking', 'false');
  await pressCallButton(ada.page, 'Camera off');
  await expect(tile(bo.page, ada.name).locator('.callTiles_face')).toBeVisible();
  await pressCallButton(ada.page, 'Camera on');
  await expectVideoOf(bo, ada);

  await Promise.all([ada, bo].map(({ page }) => pressCallButton(page, 'Share screen')));
  await Promise.all([
    expectScreenOf(bo, ada),
    expectScreenOf(ada, bo),
    expect(callPanel(ada.page)).toContainText('You’re sharing your screen'),
    expectVideoOf(bo, ada),
    expectVideoOf(ada, bo),
  ]);
  await pressCallButton(ada.page, 'Stop sharing');
  await expect(callPanel(bo.page).locator('[data-screen]')).toHaveCount(0);
  await Promise.all([expectScreenOf(ada, bo), expectVideoOf(bo, ada)]);

  await Promise.all([expect(endedSnackbar(ada.page)).toBeVisible(), pressCallButton(bo.page, 'Leave')]);
  await expect(callPanel(bo.page)).toHaveCount(0);
  for (const { page } of [ada, bo]) await expectDevicesReleased(page);
  await expect(panel(ada.page).locator('.chatTimeline_notice')).toHaveText(/^Call ended, \d+ min$/);
  await expect(callFromRoom).toBeVisible();
});

test('CHAT-12v CHAT-12w CHAT-12x a call rings on every tab until it is declined, given up or accepted on one, and two calls at the same moment are one', async ({
  signInAs,
}) => {
  const bo = await signInAs('Bo');
  const ada = await signInAs('Ada', { profileOf: bo });
  const other = await bo.page.context().newPage();
  await other.goto(`/v/nightfall/area/lounge?lang=en&profile=${ada.account.userId}`);
  const tabs = [other, bo.page];
  const expectQuiet = () => Promise.all(tabs.map((page) => expect(incomingCall(page)).toHaveCount(0)));

  await call(ada, bo);
  await expect(incomingCall(other)).toBeVisible();
  await incomingCall(other).getByRole('button', { name: 'Decline' }).click();
  await expectQuiet();
  await expect(endedCall(ada.page)).toContainText('Your call was declined');
  await expectDevicesReleased(ada.page);
  await closeEndedCall(ada.page);

  await call(ada, bo);
  await expect(incomingCall(other)).toBeVisible();
  await pressCallButton(ada.page, 'Leave');
  await expectQuiet();

  await call(ada, bo);
  await expect(incomingCall(other)).toBeVisible();
  await accept(bo, 'Accept with audio only');
  await expectQuiet();
  await expectSpeaking(ada, bo);
  await expect(tile(ada.page, bo.name).locator('.callTiles_face')).toBeVisible();
  await Promise.all([expect(endedSnackbar(ada.page)).toBeVisible(), pressCallButton(bo.page, 'Leave')]);

  const second: CallUser = { ...bo, page: other };
  await Promise.all([openPreview(ada), openPreview(second)]);
  await Promise.all([startCall(ada), startCall(second)]);
  await Promise.all([expectVideoOf(ada, bo), expectVideoOf(second, ada)]);
  for (const page of [ada.page, ...tabs]) await expect(incomingCall(page)).toHaveCount(0);
});

/** The realtime connection of a page, which a test can disconnect, and whose commands it can delay. */
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
    await page.routeWebSocket(/./, (route) => connection.route(route));
    await page.reload();
    return connection;
  }

  /** Closes the connection and prevents new ones until `restore`. */
  async cut(): Promise<void> {
    this.isCut = true;
    for (const { page, server } of this.open.splice(0)) {
      await page.close({ code: 4100 });
      await server.close({ code: 1001 });
    }
  }

  async restore(): Promise<void> {
    this.isCut = false;
    // The browser reports that its network is back.
    await this.page.evaluate(() => dispatchEvent(new Event('online')));
  }

  /** Delays commands with this name until `release`. */
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

  private async route(route: WebSocketRoute): Promise<void> {
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
  signInAs,
}) => {
  const bo = await signInAs('Bo');
  const ada = await signInAs('Ada', { profileOf: bo });
  const connection = await Connection.of(bo.page);
  await call(ada, bo);
  await accept(bo);
  await expectVideoOf(ada, bo);
  const isLost = callPanel(bo.page).getByText('You lost connection');
  const cut = async (): Promise<void> => {
    await connection.cut();
    await expect(isLost).toBeVisible();
  };
  const restore = async (): Promise<void> => {
    await connection.restore();
    await expect(isLost).toHaveCount(0);
  };

  await cut();
  await pressCallButton(bo.page, 'Share screen');
  await restore();
  await Promise.all([expectVideoOf(bo, ada), expectScreenOf(ada, bo)]);
  await pressCallButton(bo.page, 'Stop sharing');
  await expect(callPanel(ada.page).locator('[data-screen]')).toHaveCount(0);

  // The server notifies the others before it responds, and sends later changes after the response.
  await cut();
  connection.hold(joinCall.name);
  await connection.restore();
  await expect.poll(() => connection.holdsAny).toBe(true);
  await pressCallButton(bo.page, 'Share screen');
  await expect(callPanel(bo.page).getByRole('button', { name: 'Stop sharing' })).toBeVisible();
  connection.release();
  await expectScreenOf(ada, bo);
  await expect(isLost).toHaveCount(0);
  await pressCallButton(bo.page, 'Stop sharing');

  await cut();
  await expectVideoOf(ada, bo);
  await advanceClock(bo.page, 20_000);
  await restore();
  await Promise.all([expectVideoOf(ada, bo), expectVideoOf(bo, ada), expectSpeaking(ada, bo)]);
  await pressCallButton(bo.page, 'Mute');
  await expect(tile(ada.page, bo.name)).toContainText('Muted');
});

test('CHAT-12ac three people of a group all see and hear each other, whatever they do at the same moment, until they leave', async ({
  signInAs,
  foyer,
}) => {
  const [ada, bo, cy] = await Promise.all([signInAs('Ada'), signInAs('Bo'), signInAs('Cy')]);
  const dee = await SimulatedAttendee.connect(foyer, { name: 'Dee' });
  const userIds = [ada, bo, cy].map(({ account }) => account.userId);
  const { room } = await dee.send(createChatGroup, {
    clientId: crypto.randomUUID(),
    kind: 'privateGroup',
    name: 'Lighting',
    userIds,
  });
  const silent = { microphone: false, camera: false, screen: false };
  const { call: begun } = await dee.send(startCallCommand, {
    roomId: room.id,
    tabId: 'tab-of-dee',
    media: silent,
  });
  // All at once, and Dee stays until everyone is in the call: it rings for only 45 seconds, and one that rings for no one
  // ends with only one participant.
  await Promise.all([
    ...[ada, bo].map(async (user) => {
      await accept(user, 'Accept with audio only');
      await pressCallButton(user.page, 'Camera on');
    }),
    accept(cy, 'Accept with audio only'),
  ]);
  await expect(callPanel(ada.page).getByRole('heading', { name: 'Lighting' })).toBeVisible();
  const all = [ada, bo, cy];
  for (const user of all)
    for (const other of all.filter((one) => one !== user))
      await expect(tile(user.page, other.name)).toBeVisible();
  await dee.send(leaveCall, { callId: begun.callId });
  await dee.leave();

  for (const { page } of [ada, bo])
    await expect(callPanel(page).getByRole('button', { name: 'Camera off' })).toBeVisible();
  await Promise.all(
    all.flatMap((user) => [
      ...[ada, bo].filter((other) => other !== user).map((other) => expectVideoOf(user, other)),
      expect.poll(() => countAudioConnections(user.page), { timeout: 30_000 }).toBe(2),
    ]),
  );

  // A closed tab leaves the call immediately; one that is lost, after 15 seconds.
  await cy.page.close();
  for (const { page } of [ada, bo]) await expect(tile(page, cy.name)).toHaveCount(0, { timeout: 14_000 });
  await expectVideoOf(ada, bo);
  await ada.page.getByRole('button', { name: 'Account menu' }).click();
  await Promise.all([
    expect(endedSnackbar(bo.page)).toBeVisible(),
    ada.page.getByRole('menuitem', { name: 'Log out' }).click(),
  ]);
  for (const { page } of [ada, bo]) await expectDevicesReleased(page);
});
