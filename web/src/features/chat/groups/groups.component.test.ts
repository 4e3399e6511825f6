/** Groups from the view of one member: creating, renaming, transferring the ownership and leaving. */
import { expect, test } from 'vitest';
import { createChatGroup, removeChatMember, renameChatGroup } from '@foyer/contract';
import type { AppPage } from '../../../testing/page.ts';
import {
  chooseChatAction,
  chooseRoomAction,
  closeSnackbar,
  composer,
  countOf,
  dialog,
  message,
  openChat,
  openLounge,
  openRoom,
  panel,
  roomList,
  roomRow,
} from '../testing/chatPage.ts';
import { FakeChat } from '../testing/fakeChat.ts';
import { bo, cy, di } from '../testing/users.ts';

const members = (page: AppPage) => panel(page).getByRole('list', { name: 'Members' }).getByRole('listitem');

async function memberMenu(page: AppPage, name: string, action: string): Promise<void> {
  await panel(page)
    .getByRole('button', { name: `Actions for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function confirm(page: AppPage, name: string): Promise<void> {
  await dialog(page).getByRole('button', { name, exact: true }).click();
  await expect.element(dialog(page)).not.toBeInTheDocument();
}

test('CHAT-03a a new group needs a name and at least two users, and renaming needs a name', async () => {
  const chat = new FakeChat();
  const page = await openLounge(chat);
  await openChat(page);
  await roomList(page).getByRole('button', { name: 'New group' }).click();
  const create = panel(page).getByRole('button', { name: 'Create group' });
  const name = panel(page).getByLabelText('Group name');
  await create.click();
  await expect.element(panel(page).getByText('Name the group')).toBeVisible();
  await expect.element(panel(page).getByText('Select at least two people')).toBeVisible();
  await page.expectAccessible('[data-dialog="chat"]');
  await name.fill('   ');
  await panel(page).getByRole('checkbox', { name: bo.name }).click();
  await create.click();
  await expect.element(panel(page).getByText('Name the group')).toBeVisible();
  await expect.element(panel(page).getByText('Select at least two people')).toBeVisible();
  expect(chat.server.commands(createChatGroup)).toEqual([]);
  await name.fill('Light');
  await panel(page).getByRole('searchbox', { name: 'Search people by name' }).fill('Cy');
  await panel(page).getByRole('checkbox', { name: cy.name }).click();
  await create.click();
  await expect.element(composer(page)).toHaveAccessibleName('Message to Light');
  expect(chat.server.commands(createChatGroup)).toMatchObject([
    { kind: 'group', name: 'Light', userIds: [bo.uid, cy.uid] },
  ]);
  await chooseRoomAction(page, 'Rename');
  const field = dialog(page).getByLabelText('Group name');
  const rename = dialog(page).getByRole('button', { name: 'Rename', exact: true });
  await field.fill(' ');
  await rename.click();
  await expect.element(dialog(page).getByText('Enter a name')).toBeVisible();
  expect(chat.server.commands(renameChatGroup)).toEqual([]);
  await field.fill('Shade');
  await confirm(page, 'Rename');
  await expect.element(roomRow(page, 'Shade')).toBeVisible();
  await expect.element(composer(page)).toHaveAccessibleName('Message to Shade');
});

test('CHAT-09g a listed group is found by its name, joined once, and left after a confirmation', async () => {
  const chat = new FakeChat();
  chat.group('Light', [bo, cy]).post(bo, 'Who has seen the model?');
  const page = await openLounge(chat);
  await openChat(page);
  expect(countOf(roomRow(page, 'Light'))).toBe(0);
  await chooseChatAction(page, 'Groups to join');
  const search = panel(page).getByRole('searchbox', { name: 'Find a group' });
  await search.fill('Shade');
  await expect.element(panel(page).getByRole('heading', { name: 'No groups match' })).toBeVisible();
  await search.fill('Light');
  const join = panel(page).getByRole('button', { name: /^Join / });
  await join.click();
  await expect.element(message(page, 'Who has seen the model?')).toMatchTextContent(bo.name);
  await chooseRoomAction(page, 'Leave group');
  await confirm(page, 'Leave');
  await expect.element(roomRow(page, 'Light')).not.toBeInTheDocument();
  await expect.element(page.getByText('You were removed')).not.toBeInTheDocument();
});

test('the list of groups shows more until there are none', async () => {
  const chat = new FakeChat();
  for (let no = 1; no <= 60; no += 1) chat.group(`Light ${no}`, [bo]);
  const page = await openLounge(chat);
  await openChat(page);
  await chooseChatAction(page, 'Groups to join');
  const join = panel(page).getByRole('button', { name: /^Join / });
  await expect.poll(() => countOf(join)).toBe(50);
  await panel(page).getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => countOf(join)).toBe(60);
  await expect.element(panel(page).getByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test('CHAT-10i the owner removes a member and transfers the ownership, and Escape in a menu keeps the list open', async () => {
  const chat = new FakeChat();
  const group = chat.group('Jury', [chat.own, bo, cy], 'privateGroup');
  group.postNotice(chat.own, { kind: 'created', uids: [bo.uid, cy.uid] });
  const page = await openLounge(chat);
  await openRoom(page, 'Jury');
  await chooseRoomAction(page, 'Invite people');
  await panel(page).getByRole('checkbox', { name: di.name }).click();
  await panel(page).getByRole('button', { name: 'Invite', exact: true }).click();
  await expect.element(panel(page).getByRole('heading', { name: 'Members' })).toBeVisible();
  await expect.poll(() => countOf(members(page))).toBe(4);
  await panel(page)
    .getByRole('button', { name: `Actions for ${cy.name}` })
    .click();
  // The menu receives the key once it has the focus.
  await expect.poll(() => page.focused?.closest('[role="menu"]')).toBeTruthy();
  await page.press('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(panel(page).getByRole('heading', { name: 'Members' })).toBeVisible();
  await memberMenu(page, cy.name, 'Remove from group');
  await confirm(page, 'Remove');
  await closeSnackbar(page, `${cy.name} was removed from the group.`);
  expect(chat.server.commands(removeChatMember)).toEqual([{ roomId: group.id, userId: cy.uid }]);
  await expect.poll(() => countOf(members(page))).toBe(3);
  await memberMenu(page, bo.name, 'Make owner');
  await confirm(page, 'Make owner');
  await closeSnackbar(page, 'The group has a new owner.');
  await expect.element(members(page).filter({ hasText: bo.name })).toMatchTextContent('Owner');
  await panel(page).getByRole('button', { name: 'Back' }).click();
  await panel(page).getByRole('button', { name: 'Room actions' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Members' })).toBeVisible();
  expect(countOf(page.getByRole('menuitem', { name: 'Rename' }))).toBe(0);
});

test('CHAT-10j a new owner can rename the group, and a removed member sees that they were removed', async () => {
  const chat = new FakeChat();
  const group = chat.group('Jury', [bo, chat.own, cy], 'privateGroup');
  group.postNotice(bo, { kind: 'created', uids: [chat.ownId, cy.uid] });
  const page = await openLounge(chat);
  await openRoom(page, 'Jury');
  group.ownerId = chat.ownId;
  group.postNotice(bo, { kind: 'ownershipTransferred', uids: [chat.ownId] });
  group.broadcastRoom();
  await expect.element(panel(page).getByRole('log').getByText(`${bo.name} made You the owner`)).toBeVisible();
  await chooseRoomAction(page, 'Rename');
  await dialog(page).getByLabelText('Group name').fill('Court');
  await confirm(page, 'Rename');
  await expect.element(roomRow(page, 'Court')).toBeVisible();
  group.removeUser(true);
  await expect.element(page.getByText('You were removed from Court.')).toBeVisible();
  await expect.element(roomRow(page, 'Court')).not.toBeInTheDocument();
  await expect.element(composer(page)).not.toBeInTheDocument();
});
