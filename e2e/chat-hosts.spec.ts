/** What keeps a room pleasant: blocking for oneself, reports, and what hosts do about them. */
import { silenceInChat } from '@foyer/contract';
import {
  act,
  composer,
  expect,
  inConversation,
  message,
  openChat,
  openRoom,
  panel,
  rooms,
  row,
  tell,
  test,
  withLogin,
  type Page,
} from './chatPage.ts';
import { Fellow } from './presencePage.ts';

test.use({ server: withLogin });

const hosts = (page: Page) => panel(page).getByRole('region', { name: 'Reports and record' });
const question = (page: Page) => page.locator('[data-dialog="chat-question"]');

test('who is blocked cannot write, who has blocked them is told so, and takes it back', async ({ come }) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await inConversation(ada, bo);
  await panel(bo.page).getByRole('button', { name: 'What to do with this room' }).click();
  await bo.page.getByRole('menuitem', { name: `Block ${ada.name}` }).click();
  await question(bo.page).getByRole('button', { name: 'Block' }).click();
  await expect(panel(bo.page).getByText('You have blocked this person.')).toBeVisible();
  // Neither in the conversation nor in the list of rooms.
  await expect(panel(bo.page).getByText('Good evening')).toHaveCount(0);
  await expect(row(bo.page, ada.name)).toContainText('1 message of somebody you have blocked');
  await expect(panel(ada.page).getByText('You cannot write to this person.')).toBeVisible();
  await panel(bo.page).getByRole('button', { name: 'Unblock' }).click();
  await expect(composer(bo.page)).toBeVisible();
  await expect(message(bo.page, 'Good evening')).toBeVisible();
  await expect(composer(ada.page)).toBeVisible();
});

test('a message is reported with a reason; a host reads it, deletes the message, and the record says so', async ({
  come,
}) => {
  const [ada, bo, hugo] = [
    await come('Ada'),
    await come('Bo'),
    await come({ name: 'Hugo', roles: ['ROLE_HOST'] }),
  ];
  const text = `Buy lanterns of ${ada.name}`;
  await openRoom(ada.page, 'Lounge');
  await tell(ada.page, text);
  await openRoom(bo.page, 'Lounge');
  await act(bo.page, text, 'Report to the hosts');
  await question(bo.page).getByRole('button', { name: 'Report' }).click();
  await expect(question(bo.page).getByText('Say in a few words what is wrong')).toBeVisible();
  // Whatever the chat is doing, the way to the reports leads there.
  await openChat(hugo.page);
  await panel(hugo.page).getByRole('button', { name: 'Minimize' }).first().click();
  await question(bo.page).getByLabel('What is wrong with it').fill('Advertising');
  await question(bo.page).getByRole('button', { name: 'Report' }).click();
  await expect(bo.page.getByText('The hosts have your report.')).toBeVisible();
  const line = hugo.page.getByRole('status').filter({ hasText: /report waits|reports wait/ });
  await line.getByRole('button', { name: 'Look at them' }).click();
  await expect(rooms(hugo.page).getByRole('button', { name: /^More about chat, \d+ report/ })).toBeVisible();
  const report = hosts(hugo.page).getByRole('listitem').filter({ hasText: text });
  await expect(report).toContainText('Advertising');
  await expect(report).toContainText(bo.name);

  // Another one comes while they are read.
  const next = `Buy torches of ${ada.name}`;
  await tell(ada.page, next);
  await act(bo.page, next, 'Report to the hosts');
  await question(bo.page).getByLabel('What is wrong with it').fill('Once more');
  await question(bo.page).getByRole('button', { name: 'Report' }).click();
  const other = hosts(hugo.page).getByRole('listitem').filter({ hasText: next });
  await expect(other).toContainText('Once more');
  await expect(line).toHaveCount(1);
  for (const each of [other, report]) {
    await each.getByRole('button', { name: 'Delete the message' }).click();
    await expect(each).toHaveCount(0);
  }
  await expect(line).toHaveCount(0);
  await expect(rooms(hugo.page).getByRole('button', { name: 'More about chat', exact: true })).toBeVisible();
  await expect(message(bo.page, text)).toHaveCount(0);
  await expect(message(bo.page, 'A host has deleted this message.').last()).toBeVisible();
  await hosts(hugo.page).getByRole('button', { name: 'Record' }).click();
  await expect(hosts(hugo.page).getByRole('listitem').filter({ hasText: ada.name }).first()).toContainText(
    hugo.name,
  );
  await openChatMenuOf(bo.page);
  await expect(bo.page.getByRole('menuitem', { name: 'Reports and record' })).toHaveCount(0);
});

async function openChatMenuOf(page: Page): Promise<void> {
  await rooms(page).getByRole('button', { name: 'More about chat' }).click();
  await expect(page.getByRole('menuitem', { name: 'Sounds and notifications' })).toBeVisible();
}

test('CHAT-15b whom a host has silenced reads that they cannot publish, until the word is given back', async ({
  come,
}) => {
  const [ada, hugo] = [await come('Ada'), await come({ name: 'Hugo', roles: ['ROLE_HOST'] })];
  const text = `Loud ${ada.name}`;
  await openRoom(ada.page, 'Lounge');
  await tell(ada.page, text);
  await openRoom(hugo.page, 'Lounge');
  await act(hugo.page, text, `Silence ${ada.name}`);
  await question(hugo.page).getByRole('button', { name: 'For 10 minutes' }).click();
  await expect(panel(ada.page).getByText(/A host has silenced you until/)).toBeVisible();
  await expect(composer(ada.page)).toHaveCount(0);
  await act(hugo.page, text, `Silence ${ada.name}`);
  await question(hugo.page).getByRole('button', { name: 'Let them speak again' }).click();
  await expect(composer(ada.page)).toBeVisible();
});

test('CHAT-15c a silence that runs out ends by itself', async ({ come, foyer }) => {
  const host = await Fellow.come(foyer, { name: 'Hugo', roles: ['ROLE_HOST'] });
  const ada = await come('Ada');
  await openRoom(ada.page, 'Lounge');
  await host.ask(silenceInChat, { userId: ada.account.userId, forMs: 10_000 });
  await expect(panel(ada.page).getByText(/A host has silenced you until/)).toBeVisible();
  await expect(composer(ada.page)).toBeVisible();
  host.leave();
});

test('CHAT-15l a host takes somebody out of a standing room by hand, and lets them back in the record', async ({
  come,
}) => {
  const [ada, hugo] = [await come('Ada'), await come({ name: 'Hugo', roles: ['ROLE_HOST'] })];
  const text = `Quarrel of ${ada.name}`;
  await openRoom(ada.page, 'Lounge');
  await tell(ada.page, text);
  await openRoom(hugo.page, 'Lounge');
  await act(hugo.page, text, 'Remove from this room');
  await expect(question(hugo.page)).toContainText(`Remove ${ada.name} from this room?`);
  await question(hugo.page).getByRole('button', { name: 'Remove' }).click();
  await expect(hugo.page.getByText('They are out of this room.')).toBeVisible();
  await expect(row(ada.page, 'Lounge')).toHaveCount(0);
  await expect(composer(ada.page)).toHaveCount(0);
  await expect(ada.page.getByText('You were removed from Lounge.')).toBeVisible();
  await openRecord(hugo.page);
  const removal = hosts(hugo.page)
    .getByRole('listitem')
    .filter({ hasText: `removed ${ada.name}` });
  await expect(removal).toContainText('Lounge');
  await removal.getByRole('button', { name: 'Let them back' }).click();
  await expect(removal.getByRole('button')).toHaveCount(0);
  await expect(removal).toBeFocused();
  await expect(
    hosts(hugo.page)
      .getByRole('listitem')
      .filter({ hasText: `let ${ada.name} back into a room` }),
  ).toBeVisible();
  await openRoom(ada.page, 'Lounge');
});

test('CHAT-15m a silence is lifted in the record, also where its message is deleted', async ({ come }) => {
  const [ada, hugo] = [await come('Ada'), await come({ name: 'Hugo', roles: ['ROLE_HOST'] })];
  const text = `Shouting of ${ada.name}`;
  await openRoom(ada.page, 'Lounge');
  await tell(ada.page, text);
  await openRoom(hugo.page, 'Lounge');
  await act(hugo.page, text, `Silence ${ada.name}`);
  await question(hugo.page).getByRole('button', { name: 'For good' }).click();
  await expect(composer(ada.page)).toHaveCount(0);
  await act(hugo.page, text, 'Delete');
  await question(hugo.page).getByRole('button', { name: 'Delete' }).click();
  await expect(message(hugo.page, text)).toHaveCount(0);
  await openRecord(hugo.page);
  const silence = hosts(hugo.page)
    .getByRole('listitem')
    .filter({ hasText: `silenced ${ada.name}` });
  await silence.getByRole('button', { name: 'Let them speak again' }).click();
  await expect(silence.getByRole('button')).toHaveCount(0);
  await expect(composer(ada.page)).toBeVisible();
});

async function openRecord(page: Page): Promise<void> {
  await openChatMenuOf(page);
  await page.getByRole('menuitem', { name: 'Reports and record' }).click();
  await hosts(page).getByRole('button', { name: 'Record' }).click();
}
