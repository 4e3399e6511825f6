/** Groups: made, found, joined, led and left. */
import {
  composer,
  expect,
  message,
  openChat,
  openRoom,
  panel,
  row,
  rooms,
  say,
  tell,
  test,
  withLogin,
  type Page,
} from './chatPage.ts';

test.use({ server: withLogin });

const heading = (page: Page, name: string) => panel(page).getByRole('heading', { name });

async function newGroup(page: Page, name: string, people: readonly string[], isListed = true): Promise<void> {
  await openChat(page);
  await rooms(page).getByRole('button', { name: 'New group' }).click();
  await panel(page).getByLabel('Name of the group').fill(name);
  if (!isListed) await panel(page).getByRole('switch', { name: 'Everybody can find it' }).click();
  for (const person of people) {
    await panel(page).getByRole('searchbox', { name: 'Find people by name' }).fill(person);
    await panel(page).getByRole('checkbox', { name: person }).click();
  }
  await panel(page).getByRole('button', { name: 'Create the group' }).click();
  await expect(composer(page)).toHaveAccessibleName(`Message to ${name}`);
}

async function roomMenu(page: Page, action: string): Promise<void> {
  await panel(page).getByRole('button', { name: 'What to do with this room' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function memberMenu(page: Page, name: string, action: string): Promise<void> {
  await panel(page)
    .getByRole('button', { name: `What to do about ${name}` })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function confirm(page: Page, name: string): Promise<void> {
  const dialog = page.locator('[data-dialog="chat-question"]');
  await dialog.getByRole('button', { name, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

test('CHAT-03a enter a channel name; enter a name; select at least two users: each beside its field', async ({
  come,
}) => {
  const [ada, bo, cy] = [await come('Ada'), await come('Bo'), await come('Cy')];
  await openChat(ada.page);
  await rooms(ada.page).getByRole('button', { name: 'New group' }).click();
  const create = panel(ada.page).getByRole('button', { name: 'Create the group' });
  await create.click();
  await expect(panel(ada.page).getByText('Enter a channel name')).toBeVisible();
  await expect(panel(ada.page).getByText('Select at least two users')).toBeVisible();
  await panel(ada.page).getByLabel('Name of the group').fill('   ');
  await panel(ada.page).getByRole('checkbox', { name: bo.name }).click();
  await create.click();
  await expect(panel(ada.page).getByText('Enter a channel name')).toBeVisible();
  await expect(panel(ada.page).getByText('Select at least two users')).toBeVisible();
  await panel(ada.page).getByLabel('Name of the group').fill(`Light ${ada.name}`);
  await panel(ada.page).getByRole('checkbox', { name: cy.name }).click();
  await create.click();
  await expect(composer(ada.page)).toHaveAccessibleName(`Message to Light ${ada.name}`);
  await roomMenu(ada.page, 'Rename');
  const dialog = ada.page.locator('[data-dialog="chat-question"]');
  await dialog.getByLabel('Name of the group').fill(' ');
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await dialog.getByLabel('Name of the group').fill(`Shade ${ada.name}`);
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click();
  await openChat(bo.page);
  await expect(row(bo.page, `Shade ${ada.name}`)).toBeVisible();
});

test('CHAT-09a a group is listed to all: anyone joins, talks, and leaves', async ({ come }) => {
  const [ada, bo, cy, di] = [await come('Ada'), await come('Bo'), await come('Cy'), await come('Di')];
  const name = `Light ${ada.name}`;
  await newGroup(ada.page, name, [bo.name, cy.name]);
  await tell(ada.page, 'Who has seen the model?');
  await openRoom(bo.page, name);
  await expect(message(bo.page, 'Who has seen the model?')).toContainText(ada.name);
  await openChat(di.page);
  await expect(row(di.page, name)).toHaveCount(0);
  await rooms(di.page).getByRole('button', { name: 'More about chat' }).click();
  await di.page.getByRole('menuitem', { name: 'Groups to join' }).click();
  await panel(di.page).getByRole('searchbox', { name: 'Find a group' }).fill(name);
  const join = panel(di.page).getByRole('button', { name: /^Join / });
  await expect(join).toHaveCount(1);
  await join.click();
  await expect(message(di.page, 'Who has seen the model?')).toBeVisible();
  await tell(di.page, 'I have');
  await expect(message(ada.page, 'I have')).toContainText(di.name);
  await roomMenu(di.page, 'Leave the group');
  await confirm(di.page, 'Leave');
  await expect(row(di.page, name)).toHaveCount(0);
  await expect(panel(ada.page).getByRole('log').getByText(`${di.name} left`)).toBeVisible();
});

test('CHAT-10a a private group is seen by its members alone; later members read from their joining on', async ({
  come,
}) => {
  const [ada, bo, cy, di] = [await come('Ada'), await come('Bo'), await come('Cy'), await come('Di')];
  const name = `Jury ${ada.name}`;
  await newGroup(ada.page, name, [bo.name, cy.name], false);
  await tell(ada.page, 'Before you came');
  await openChat(di.page);
  await rooms(di.page).getByRole('button', { name: 'More about chat' }).click();
  await di.page.getByRole('menuitem', { name: 'Groups to join' }).click();
  await panel(di.page).getByRole('searchbox', { name: 'Find a group' }).fill(name);
  await expect(heading(di.page, 'No group of that name')).toBeVisible();
  await roomMenu(ada.page, 'Invite people');
  await panel(ada.page).getByRole('searchbox', { name: 'Find people by name' }).fill(di.name);
  await panel(ada.page).getByRole('checkbox', { name: di.name }).click();
  await panel(ada.page).getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(heading(ada.page, 'Members')).toBeVisible();
  await expect(panel(ada.page).getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(4);
  await openRoom(di.page, name);
  await panel(ada.page).getByRole('button', { name: 'Back' }).click();
  await tell(ada.page, 'After you came');
  await expect(message(di.page, 'After you came')).toBeVisible();
  await expect(message(di.page, 'Before you came')).toHaveCount(0);
});

test('CHAT-10b the owner removes people and hands the group over; it passes on when they leave', async ({
  come,
}) => {
  const [ada, bo, cy] = [await come('Ada'), await come('Bo'), await come('Cy')];
  const name = `Jury ${ada.name}`;
  await newGroup(ada.page, name, [bo.name, cy.name], false);
  await openRoom(cy.page, name);
  await roomMenu(ada.page, 'Members');
  await panel(ada.page)
    .getByRole('button', { name: `What to do about ${cy.name}` })
    .click();
  // Only then does it hear the key.
  await expect(ada.page.locator('[role="menu"]:focus, [role="menu"] :focus')).toBeVisible();
  await ada.page.keyboard.press('Escape');
  await expect(ada.page.getByRole('menu')).toHaveCount(0);
  // What is behind the menu is still there.
  await expect(heading(ada.page, 'Members')).toBeVisible();
  await memberMenu(ada.page, cy.name, 'Remove from the group');
  await confirm(ada.page, 'Remove');
  await expect(row(cy.page, name)).toHaveCount(0);
  await expect(composer(cy.page)).toHaveCount(0);
  await expect(cy.page.getByText(`You were removed from ${name}.`)).toBeVisible();
  await memberMenu(ada.page, bo.name, 'Make them the owner');
  await confirm(ada.page, 'Hand over');
  const members = panel(ada.page).getByRole('list', { name: 'Members' }).getByRole('listitem');
  await expect(members.filter({ hasText: bo.name })).toContainText('Owner');
  await openRoom(bo.page, name);
  await panel(bo.page).getByRole('button', { name: 'What to do with this room' }).click();
  await expect(bo.page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await bo.page.getByRole('menuitem', { name: 'Leave the group' }).click();
  await confirm(bo.page, 'Leave');
  await expect(row(bo.page, name)).toHaveCount(0);
  await expect(bo.page.getByText('You were removed')).toHaveCount(0);
  await expect(members).toHaveCount(1);
  await expect(members).toContainText('Owner');
  await panel(ada.page).getByRole('button', { name: 'Back' }).click();
  await expect(panel(ada.page).getByRole('log').getByText(`${bo.name} made You the owner`)).toBeVisible();
  await roomMenu(ada.page, 'Rename');
  const dialog = ada.page.locator('[data-dialog="chat-question"]');
  await dialog.getByLabel('Name of the group').fill(`Court ${ada.name}`);
  await confirm(ada.page, 'Rename');
  await expect(row(ada.page, `Court ${ada.name}`)).toBeVisible();
});

test('CHAT-15a cannot publish: what was written for a group that one was taken out of meanwhile says so', async ({
  come,
  network,
}) => {
  const [ada, bo, cy] = [await come('Ada'), await come({ name: 'Bo', over: network }), await come('Cy')];
  const name = `Jury ${ada.name}`;
  await newGroup(ada.page, name, [bo.name, cy.name], false);
  await openRoom(bo.page, name);
  // What was never read shows nothing, neither what waits.
  await expect(panel(bo.page).locator('.chat-log')).toContainText('created this group');
  network.cut();
  await expect(panel(bo.page).getByText('No connection since')).toBeVisible();
  await say(bo.page, 'Too late');
  await expect(message(bo.page, 'Too late')).toContainText('Waits for the connection');
  await roomMenu(ada.page, 'Members');
  await memberMenu(ada.page, bo.name, 'Remove from the group');
  await confirm(ada.page, 'Remove');
  network.mend();
  await expect(bo.page.getByText(/^Cannot publish/)).toBeVisible({ timeout: 30_000 });
  await expect(row(bo.page, name)).toHaveCount(0);
  await panel(ada.page).getByRole('button', { name: 'Back' }).click();
  await expect(message(ada.page, 'Too late')).toHaveCount(0);
});
