/** Groups of several users: create, find, join, manage and leave. */
import { createChatGroup, sendChatMessage } from '@foyer/contract';
import {
  chooseChatAction,
  closeNotification,
  composer,
  expect,
  message,
  uniqueName,
  openChat,
  openRoom,
  panel,
  confirmDialog,
  chooseRoomAction,
  row,
  rooms,
  sendAndWait,
  test,
  withLogin,
  type Page,
} from './pages/chatPage.ts';
import { SimulatedAttendee } from './pages/presencePage.ts';

test.use({ server: withLogin });

async function memberMenu(page: Page, name: string, action: string): Promise<void> {
  await panel(page)
    .getByRole('button', { name: `Actions for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function confirm(page: Page, name: string): Promise<void> {
  await confirmDialog(page).getByRole('button', { name, exact: true }).click();
  await expect(confirmDialog(page)).toHaveCount(0);
}

async function findGroup(page: Page, name: string): Promise<void> {
  await openChat(page);
  await chooseChatAction(page, 'Groups to join');
  await panel(page).getByRole('searchbox', { name: 'Find a group' }).fill(name);
}

test('CHAT-09a a group is listed for everyone, and anyone can join, post and leave', async ({
  signInAs,
  foyer,
}) => {
  const [ada, di] = await Promise.all([signInAs('Ada'), signInAs('Di')]);
  const cy = await foyer.createAccount({ name: uniqueName('Cy') });
  const bo = await SimulatedAttendee.connect(foyer, { name: uniqueName('Bo') });
  const name = `Light ${ada.name}`;
  const { room } = await bo.send(createChatGroup, {
    clientId: crypto.randomUUID(),
    kind: 'group',
    name,
    userIds: [ada.account.userId, cy.userId],
  });
  const text = 'Who has seen the model?';
  await bo.send(sendChatMessage, { roomId: room.id, clientId: crypto.randomUUID(), text });
  await openRoom(ada.page, name);
  await expect(message(ada.page, text)).toContainText(bo.name);
  await findGroup(di.page, name);
  const join = panel(di.page).getByRole('button', { name: /^Join / });
  await expect(join).toHaveCount(1);
  await join.click();
  await expect(message(di.page, text)).toBeVisible();
  await sendAndWait(di.page, 'I have');
  await expect(message(ada.page, 'I have')).toContainText(di.name);
  await chooseRoomAction(di.page, 'Leave group');
  await confirm(di.page, 'Leave');
  await expect(row(di.page, name)).toHaveCount(0);
  await expect(panel(ada.page).getByRole('log').getByText(`${di.name} left`)).toBeVisible();
  await bo.leave();
});

test('CHAT-10a CHAT-10b members of a private group see messages from when they joined; the owner removes members and transfers ownership', async ({
  signInAs,
  foyer,
}) => {
  const [ada, di] = await Promise.all([signInAs('Ada'), signInAs('Di')]);
  const [bo, cy] = await Promise.all(
    ['Bo', 'Cy'].map((name) => SimulatedAttendee.connect(foyer, { name: uniqueName(name), area: 'lounge' })),
  );
  const name = `Jury ${ada.name}`;
  await openChat(ada.page);
  await rooms(ada.page).getByRole('button', { name: 'New group' }).click();
  await panel(ada.page).getByLabel('Group name').fill(name);
  await panel(ada.page).getByRole('switch', { name: 'Listed for everyone' }).click();
  const choose = async (user: string): Promise<void> => {
    await panel(ada.page).getByRole('searchbox', { name: 'Search people by name' }).fill(user);
    await panel(ada.page).getByRole('checkbox', { name: user }).click();
  };
  for (const user of [bo, cy]) await choose(user?.name ?? '');
  await panel(ada.page).getByRole('button', { name: 'Create group' }).click();
  await expect(composer(ada.page)).toHaveAccessibleName(`Message to ${name}`);
  await sendAndWait(ada.page, 'Before you came');
  await findGroup(di.page, name);
  await expect(panel(di.page).getByRole('heading', { name: 'No groups match' })).toBeVisible();
  await chooseRoomAction(ada.page, 'Invite people');
  await choose(di.name);
  await panel(ada.page).getByRole('button', { name: 'Invite', exact: true }).click();
  const members = panel(ada.page).getByRole('list', { name: 'Members' }).getByRole('listitem');
  await expect(members).toHaveCount(4);
  await openRoom(di.page, name);
  await panel(ada.page).getByRole('button', { name: 'Back' }).click();
  await sendAndWait(ada.page, 'After you came');
  await expect(message(di.page, 'After you came')).toBeVisible();
  await expect(message(di.page, 'Before you came')).toHaveCount(0);
  await chooseRoomAction(ada.page, 'Members');
  await memberMenu(ada.page, cy?.name ?? '', 'Remove from group');
  await confirm(ada.page, 'Remove');
  await closeNotification(ada.page, `${cy?.name ?? ''} was removed from the group.`);
  await expect(members).toHaveCount(3);
  await memberMenu(ada.page, di.name, 'Make owner');
  await confirm(ada.page, 'Make owner');
  await expect(members.filter({ hasText: di.name })).toContainText('Owner');
  await chooseRoomAction(di.page, 'Members');
  await memberMenu(di.page, ada.name, 'Remove from group');
  await confirm(di.page, 'Remove');
  await expect(ada.page.getByText(`You were removed from ${name}.`)).toBeVisible();
  await expect(row(ada.page, name)).toHaveCount(0);
  await Promise.all([bo?.leave(), cy?.leave()]);
});
