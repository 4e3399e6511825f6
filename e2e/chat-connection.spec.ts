/** Chat over a bad connection and in several tabs: every message arrives exactly once. */
import {
  chooseMessageAction,
  composer,
  dock,
  expect,
  openSharedRoom,
  lounge,
  message,
  openRoom,
  panel,
  typeAndSend,
  sendAndWait,
  sentOrRead,
  test,
  texts,
  withLogin,
} from './pages/chatPage.ts';
import { restartErrors } from './harness/restartErrors.ts';

test.use({ server: withLogin });

test('CHAT-07n CHAT-07p CHAT-07q after a lost connection and a lost reply both users have every message once, and every change', async ({
  signInAs,
  network,
}) => {
  const [ada, bo] = await Promise.all([signInAs({ name: 'Ada', via: network }), signInAs('Bo')]);
  await openSharedRoom(ada, bo);
  await sendAndWait(bo.page, 'To be changed');
  await expect(message(ada.page, 'To be changed')).toBeVisible();
  network.goOffline();
  await expect(panel(ada.page).getByText('No connection since')).toBeVisible();
  await typeAndSend(ada.page, 'First in the tunnel');
  await typeAndSend(ada.page, 'Second in the tunnel');
  await expect(message(ada.page, 'First in the tunnel')).toContainText('Waiting for connection');
  await expect(panel(ada.page).getByText('To be sent when you’re back online: 2.')).toBeVisible();
  await chooseMessageAction(bo.page, 'To be changed', 'Edit');
  await typeAndSend(bo.page, 'Changed');
  await expect(message(bo.page, 'Changed')).toContainText('edited');
  await sendAndWait(bo.page, 'Are you in the tunnel?');
  network.goOnline();
  await expect(message(ada.page, 'Second in the tunnel').getByRole('img', { name: sentOrRead })).toBeVisible({
    timeout: 30_000,
  });
  const said = [
    'Good evening',
    'Changed',
    'Are you in the tunnel?',
    'First in the tunnel',
    'Second in the tunnel',
  ];
  await expect.poll(() => texts(bo.page)).toEqual(said);
  await expect.poll(() => texts(ada.page)).toEqual(said);
  await expect(panel(ada.page).getByText('No connection since')).toHaveCount(0);
  // Requests are sent, but no responses arrive.
  network.dropResponses();
  await typeAndSend(ada.page, 'Only once');
  await Promise.all([
    expect(message(bo.page, 'Only once')).toBeVisible(),
    expect(message(ada.page, 'Only once')).toContainText('Sending'),
  ]);
  network.goOffline();
  network.goOnline();
  await expect(message(ada.page, 'Only once').getByRole('img', { name: sentOrRead })).toBeVisible({
    timeout: 30_000,
  });
  await expect.poll(() => texts(bo.page)).toEqual([...said, 'Only once']);
  await expect.poll(() => texts(ada.page)).toEqual([...said, 'Only once']);
});

test('CHAT-07r a server restart neither loses nor duplicates messages', async ({
  signInAs,
  foyer,
  allowed,
}) => {
  allowed.console.push(restartErrors);
  const [ada, bo] = await Promise.all([signInAs('Ada'), signInAs('Bo')]);
  await openSharedRoom(ada, bo);
  await foyer.stop();
  await expect(panel(ada.page).getByText('No connection since')).toBeVisible();
  await typeAndSend(ada.page, 'While it was away');
  await foyer.restart();
  await expect(message(bo.page, 'While it was away')).toBeVisible({ timeout: 60_000 });
  await sendAndWait(bo.page, 'And back again');
  const said = ['Good evening', 'While it was away', 'And back again'];
  await expect.poll(() => texts(ada.page)).toEqual(said);
  await expect.poll(() => texts(bo.page)).toEqual(said);
});

test('CHAT-07t a message of a tab that was closed before it was sent is sent by another tab of the user', async ({
  signInAs,
}) => {
  const [ada, bo] = await Promise.all([signInAs('Ada'), signInAs('Bo')]);
  await openSharedRoom(ada, bo);
  const other = await ada.page.context().newPage();
  await other.goto(lounge);
  await openRoom(other, bo.name);
  // The connection of this tab is open, but its messages are dropped.
  await ada.page.routeWebSocket('**/api/realtime*', (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((data) => {
      const isSending = typeof data === 'string' && data.includes('"command":"chat.sendMessage"');
      if (!isSending) server.send(data);
    });
  });
  await ada.page.reload();
  await expect(dock(ada.page)).toBeVisible();
  await openRoom(ada.page, bo.name);
  await composer(ada.page).fill('Closed before this was sent');
  await composer(ada.page).press('Enter');
  await expect(message(other, 'Closed before this')).toBeVisible();
  await ada.page.close();
  await expect(message(bo.page, 'Closed before this')).toHaveCount(1, { timeout: 30_000 });
  await expect(message(other, 'Closed before this').getByRole('img', { name: sentOrRead })).toBeVisible();
  await expect.poll(() => texts(bo.page)).toEqual(['Good evening', 'Closed before this was sent']);
});
