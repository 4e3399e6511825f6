/** What becomes of what one was about to say: nothing is lost to a lost answer, and nothing is left to the next person. */
import {
  act,
  composer,
  dock,
  expect,
  inConversation,
  lounge,
  message,
  openRoom,
  panel,
  rooms,
  say,
  tell,
  test,
  texts,
  withLogin,
  type Page,
} from './chatPage.ts';
import { signInAnywhere } from './profilePage.ts';

test.use({ server: withLogin });

/** The line stands, and what this page says is swallowed on its way. */
async function swallow(
  page: Page,
  isSwallowed: (count: number) => boolean,
  command = 'chat.send',
): Promise<void> {
  let count = 0;
  await page.routeWebSocket('**/api/realtime*', (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((data) => {
      const isSending = typeof data === 'string' && data.includes(`"command":"${command}"`);
      if (!isSending || !isSwallowed((count += 1))) server.send(data);
    });
  });
  await page.reload();
  await expect(dock(page)).toBeVisible();
}

const waitingIn = (page: Page): Promise<number> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('foyer.chat.out.')).length);

test('CHAT-07s a message whose answer never comes is sent again over the same line, and is there once', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await swallow(ada.page, (count) => count === 1);
  await openRoom(ada.page, bo.name);
  await say(ada.page, 'Swallowed once');
  await expect(message(bo.page, 'Swallowed once')).toBeVisible({ timeout: 30_000 });
  await expect(message(ada.page, 'Swallowed once').getByRole('img', { name: 'Sent' })).toBeVisible();
  await expect.poll(() => texts(bo.page)).toEqual(['Good evening', 'Swallowed once']);
});

test('CHAT-07af a list of rooms that is not answered is asked for again over the same line', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await swallow(ada.page, (count) => count === 1, 'chat.rooms');
  await tell(bo.page, 'Heard all the same');
  await openRoom(ada.page, bo.name);
  await expect.poll(() => texts(ada.page)).toEqual(['Good evening', 'Heard all the same']);
  await tell(bo.page, 'And this');
  await expect(message(ada.page, 'And this')).toBeVisible();
});

test('CHAT-07ag a room that could not be read is read again by itself over the same line', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  let isDeaf = true;
  await swallow(ada.page, () => isDeaf, 'chat.history');
  await openRoom(ada.page, bo.name);
  await expect(panel(ada.page).getByText('The conversation could not be read')).toBeVisible({
    timeout: 30_000,
  });
  isDeaf = false;
  await expect.poll(() => texts(ada.page), { timeout: 60_000 }).toEqual(['Good evening']);
  await tell(bo.page, 'And this');
  await expect(message(ada.page, 'And this')).toBeVisible();
});

test('CHAT-07t what a tab has written and was closed over is sent by another one of the same person', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await swallow(ada.page, () => true);
  const other = await ada.page.context().newPage();
  await other.goto(`${lounge}?lang=en`);
  await openRoom(other, bo.name);
  await openRoom(ada.page, bo.name);
  await say(ada.page, 'Closed over this');
  await expect(message(other, 'Closed over this')).toBeVisible();
  await ada.page.close();
  await expect(message(bo.page, 'Closed over this')).toHaveCount(1, { timeout: 30_000 });
  await expect(message(other, 'Closed over this').getByRole('img', { name: 'Sent' })).toBeVisible();
  await expect.poll(() => texts(bo.page)).toEqual(['Good evening', 'Closed over this']);
});

test('SESSION-05c whoever logs out leaves no draft, no unsent message and no open question to the next person', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await swallow(ada.page, () => true);
  await openRoom(ada.page, 'Lounge');
  await say(ada.page, 'Never sent');
  await composer(ada.page).fill('For nobody but me');
  await expect.poll(() => waitingIn(ada.page)).toBe(1);
  await panel(ada.page).getByRole('button', { name: 'More about chat' }).click();
  await ada.page.getByRole('menuitem', { name: 'Groups to join' }).click();
  await expect(panel(ada.page).getByRole('searchbox', { name: 'Find a group' })).toBeVisible();
  await dock(ada.page).click();
  await expect(panel(ada.page)).toHaveCount(0);
  await ada.page.getByRole('button', { name: 'Account menu' }).click();
  await ada.page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect.poll(() => waitingIn(ada.page)).toBe(0);
  await signInAnywhere(ada.page, bo.account);
  await openRoom(ada.page, 'Lounge');
  await expect(composer(ada.page)).toHaveValue('');
  await expect(message(ada.page, 'Never sent')).toHaveCount(0);
});

/** What this page says under this name waits. Returns how often it was said, and what lets it through. */
async function hold(page: Page, command: string): Promise<{ count: () => number; release: () => void }> {
  let held: (() => void)[] = [];
  let count = 0;
  await page.routeWebSocket('**/api/realtime*', (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((data) => {
      const isHeld = typeof data === 'string' && data.includes(`"command":"${command}"`);
      if (!isHeld) return server.send(data);
      count += 1;
      held.push(() => server.send(data));
    });
  });
  await page.reload();
  await expect(dock(page)).toBeVisible();
  const release = (): void => {
    const through = held;
    held = [];
    for (const send of through) send();
  };
  return { count: () => count, release };
}

test('CHAT-07ah an edit goes out once, and what is typed on while it is stored stays to be stored after it', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  const edits = await hold(ada.page, 'chat.edit');
  await openRoom(ada.page, bo.name);
  await act(ada.page, 'Good evening', 'Edit');
  await say(ada.page, 'Good night');
  await composer(ada.page).press('Enter');
  await composer(ada.page).fill('Good night, Bo');
  await expect.poll(edits.count).toBe(1);
  edits.release();
  await expect(message(bo.page, 'Good night')).toContainText('edited');
  await expect(message(ada.page, 'Good night')).toContainText('edited');
  await expect(composer(ada.page)).toHaveValue('Good night, Bo');
  await composer(ada.page).press('Enter');
  await expect.poll(edits.count).toBe(2);
  edits.release();
  await expect(message(bo.page, 'Good night, Bo')).toBeVisible();
  await expect(composer(ada.page)).toHaveValue('');
  expect(edits.count()).toBe(2);
});

test('CHAT-09e whoever closes the chat while a group is made is not led back into it', async ({ come }) => {
  const [ada, bo, cy] = [await come('Ada'), await come('Bo'), await come('Cy')];
  const making = await hold(ada.page, 'chat.createGroup');
  await dock(ada.page).click();
  await rooms(ada.page).getByRole('button', { name: 'New group' }).click();
  const name = `Light ${ada.name}`;
  await panel(ada.page).getByLabel('Name of the group').fill(name);
  for (const person of [bo.name, cy.name]) {
    await panel(ada.page).getByRole('searchbox', { name: 'Find people by name' }).fill(person);
    await panel(ada.page).getByRole('checkbox', { name: person }).click();
  }
  await panel(ada.page).getByRole('button', { name: 'Create the group' }).click();
  await expect.poll(making.count).toBe(1);
  await dock(ada.page).click();
  await expect(panel(ada.page)).toHaveCount(0);
  making.release();
  await openRoom(bo.page, name);
  await tell(bo.page, 'Here we are');
  await expect(dock(ada.page)).toHaveAccessibleName(/unread/);
  await expect(panel(ada.page)).toHaveCount(0);
});
