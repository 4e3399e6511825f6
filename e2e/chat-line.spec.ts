/** Chat over a bad line: what is written goes out by itself, what was said is there once, nothing is lost. */
import {
  composer,
  dock,
  expect,
  inConversation,
  message,
  openRoom,
  panel,
  row,
  say,
  talkWith,
  tell,
  test,
  texts,
  withLogin,
} from './chatPage.ts';

test.use({ server: withLogin });

test('CHAT-07n what is written without a connection waits and goes out by itself, once', async ({
  come,
  network,
}) => {
  const [ada, bo] = [await come({ name: 'Ada', over: network }), await come('Bo')];
  await inConversation(ada, bo);
  network.cut();
  await expect(panel(ada.page).getByText('No connection since')).toBeVisible();
  await say(ada.page, 'First in the tunnel');
  await say(ada.page, 'Second in the tunnel');
  await expect(message(ada.page, 'First in the tunnel')).toContainText('Waits for the connection');
  await expect(panel(ada.page).getByText('2 messages wait and go out by themselves.')).toBeVisible();
  await tell(bo.page, 'Are you in the tunnel?');
  network.mend();
  await expect(message(ada.page, 'Second in the tunnel').getByRole('img', { name: 'Sent' })).toBeVisible({
    timeout: 30_000,
  });
  const said = ['Good evening', 'Are you in the tunnel?', 'First in the tunnel', 'Second in the tunnel'];
  await expect.poll(() => texts(bo.page)).toEqual(said);
  await expect.poll(() => texts(ada.page)).toEqual(said);
  await expect(panel(ada.page).getByText('No connection since')).toHaveCount(0);
});

test('CHAT-09d a conversation in which nothing was said yet stays open over a lost line, with what one writes', async ({
  come,
  network,
}) => {
  const [ada, bo] = [await come({ name: 'Ada', over: network }), await come('Bo')];
  await talkWith(ada.page, bo.name);
  await composer(ada.page).fill('Half a sentence');
  network.cut();
  await expect(panel(ada.page).getByText('No connection since')).toBeVisible();
  network.mend();
  // The rooms are listed anew when this is heard.
  await openRoom(bo.page, 'Lounge');
  await tell(bo.page, 'Good evening, all');
  await expect(row(ada.page, 'Lounge')).toContainText('Good evening, all');
  await expect(composer(ada.page)).toHaveAccessibleName(`Message to ${bo.name}`);
  await expect(composer(ada.page)).toHaveValue('Half a sentence');
  await expect(composer(ada.page)).toBeFocused();
  await composer(ada.page).press('Enter');
  await expect(message(ada.page, 'Half a sentence').getByRole('img', { name: 'Sent' })).toBeVisible();
});

test('CHAT-07o what waits outlives a reload', async ({ come, network }) => {
  const [ada, bo] = [await come({ name: 'Ada', over: network }), await come('Bo')];
  await inConversation(ada, bo);
  // The page itself still comes, the connection does not.
  await ada.page.route('**/api/realtime/**', (route) => route.abort());
  await ada.page.route('**/api/realtime*', (route) => route.abort());
  network.cut();
  network.mend();
  await expect(panel(ada.page).getByText('No connection since')).toBeVisible();
  await say(ada.page, 'Written before the reload');
  await expect(message(ada.page, 'Written before the reload')).toContainText('Waits for the connection');
  await ada.page.reload();
  await expect(dock(ada.page)).toBeVisible();
  await ada.page.unrouteAll();
  await expect(message(bo.page, 'Written before the reload')).toHaveCount(1, { timeout: 30_000 });
  await openRoom(ada.page, bo.name);
  await expect.poll(() => texts(ada.page)).toEqual(['Good evening', 'Written before the reload']);
});

test('CHAT-07p an answer that was lost after the message was stored leaves one message', async ({
  come,
  network,
}) => {
  const [ada, bo] = [await come({ name: 'Ada', over: network }), await come('Bo')];
  await inConversation(ada, bo);
  // Bytes go out, none come back.
  network.hush();
  await say(ada.page, 'Only once');
  await expect(message(bo.page, 'Only once')).toBeVisible();
  await expect(message(ada.page, 'Only once')).toContainText('Sending');
  network.cut();
  network.mend();
  await expect(message(ada.page, 'Only once').getByRole('img', { name: 'Sent' })).toBeVisible({
    timeout: 30_000,
  });
  await expect.poll(() => texts(bo.page)).toEqual(['Good evening', 'Only once']);
  await expect.poll(() => texts(ada.page)).toEqual(['Good evening', 'Only once']);
});

test('CHAT-07q a room that went on while one was away is whole again: what came, what changed, what is gone', async ({
  come,
  network,
}) => {
  const [ada, bo] = [await come({ name: 'Ada', over: network }), await come('Bo')];
  await inConversation(ada, bo);
  await tell(bo.page, 'To be changed');
  await expect(message(ada.page, 'To be changed')).toBeVisible();
  network.cut();
  await expect(panel(ada.page).getByText('No connection since')).toBeVisible();
  await message(bo.page, 'To be changed').hover();
  await message(bo.page, 'To be changed')
    .getByRole('button', { name: 'What to do with this message' })
    .click();
  await bo.page.getByRole('menuitem', { name: 'Edit' }).click();
  await composer(bo.page).fill('Changed');
  await composer(bo.page).press('Enter');
  await expect(message(bo.page, 'Changed')).toContainText('edited');
  await tell(bo.page, 'Missed one');
  await tell(bo.page, 'Missed two');
  network.mend();
  await expect(message(ada.page, 'Missed two')).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => texts(ada.page)).toEqual(['Good evening', 'Changed', 'Missed one', 'Missed two']);
});

test('CHAT-07r a server that restarts loses nothing and doubles nothing', async ({
  come,
  foyer,
  allowed,
}) => {
  allowed.console.push(/ERR_|503|WebSocket connection|\[VERSION\]|\[SESSION\]|\[VENUE\]/);
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await foyer.away();
  await expect(panel(ada.page).getByText('No connection since')).toBeVisible();
  await say(ada.page, 'While it was away');
  await foyer.back();
  await expect(message(bo.page, 'While it was away')).toBeVisible({ timeout: 60_000 });
  await tell(bo.page, 'And back again');
  await expect.poll(() => texts(ada.page)).toEqual(['Good evening', 'While it was away', 'And back again']);
  await expect.poll(() => texts(bo.page)).toEqual(['Good evening', 'While it was away', 'And back again']);
});
