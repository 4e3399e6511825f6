/** Chat moderation between several users: blocking, reports and the tools of hosts. */
import {
  chooseMessageAction,
  chooseChatAction,
  closeNotification,
  composer,
  expect,
  openSharedRoom,
  message,
  openRoom,
  panel,
  confirmDialog,
  chooseRoomAction,
  row,
  sendAndWait,
  test,
  withLogin,
  type Page,
} from './pages/chatPage.ts';

test.use({ server: withLogin });

const host = { name: 'Hugo', roles: ['ROLE_HOST'] } as const;
const hosts = (page: Page) => panel(page).getByRole('region', { name: 'Reports and history' });
const item = (page: Page, text: string) => hosts(page).getByRole('listitem').filter({ hasText: text });

async function openModerationLog(page: Page): Promise<void> {
  await chooseChatAction(page, 'Reports and history');
  await hosts(page).getByRole('button', { name: 'History' }).click();
}

test('neither of two attendees writes to the other while one has blocked the other', async ({ signInAs }) => {
  const [ada, bo] = await Promise.all([signInAs('Ada'), signInAs('Bo')]);
  await openSharedRoom(ada, bo);
  await chooseRoomAction(bo.page, `Block ${ada.name}`);
  await confirmDialog(bo.page).getByRole('button', { name: 'Block' }).click();
  await expect(panel(bo.page).getByText('You’ve blocked this person.')).toBeVisible();
  await expect(panel(bo.page).getByText('Good evening')).toHaveCount(0);
  await expect(panel(ada.page).getByText('You can’t message this person.')).toBeVisible();
  await panel(bo.page).getByRole('button', { name: 'Unblock' }).click();
  await expect(composer(bo.page)).toBeVisible();
  await expect(message(bo.page, 'Good evening')).toBeVisible();
  await expect(composer(ada.page)).toBeVisible();
});

test('a host is notified of a reported message and deletes it for all, and the moderation log shows it', async ({
  signInAs,
}) => {
  const [ada, bo, hugo] = await Promise.all([signInAs('Ada'), signInAs('Bo'), signInAs(host)]);
  const text = `Buy lanterns of ${ada.name}`;
  await openRoom(ada.page, 'Lounge');
  await sendAndWait(ada.page, text);
  await openRoom(bo.page, 'Lounge');
  await chooseMessageAction(bo.page, text, 'Report to hosts');
  await confirmDialog(bo.page).getByLabel('What’s wrong with it?').fill('Advertising');
  await confirmDialog(bo.page).getByRole('button', { name: 'Report' }).click();
  const notification = hugo.page.getByRole('status').filter({ hasText: /reports? to review/ });
  await Promise.all([
    closeNotification(bo.page, 'Thanks. The hosts will look at your report.'),
    notification.getByRole('button', { name: 'Review' }).click(),
  ]);
  const report = item(hugo.page, text);
  await expect(report).toContainText('Advertising');
  await expect(report).toContainText(bo.name);
  await report.getByRole('button', { name: 'Delete message' }).click();
  await expect(report).toHaveCount(0);
  await expect(notification).toHaveCount(0);
  await expect(message(bo.page, text)).toHaveCount(0);
  await expect(message(bo.page, 'A host deleted this message.').last()).toBeVisible();
  await hosts(hugo.page).getByRole('button', { name: 'History' }).click();
  await expect(item(hugo.page, ada.name).first()).toContainText(hugo.name);
});

test('CHAT-15b CHAT-15l CHAT-15m a host mutes an attendee and removes them from a room, and reverts both in the moderation log', async ({
  signInAs,
}) => {
  const [ada, hugo] = await Promise.all([signInAs('Ada'), signInAs(host)]);
  const text = `Quarrel of ${ada.name}`;
  await openRoom(ada.page, 'Lounge');
  await sendAndWait(ada.page, text);
  await openRoom(hugo.page, 'Lounge');
  await chooseMessageAction(hugo.page, text, `Mute ${ada.name}`);
  await confirmDialog(hugo.page).getByRole('button', { name: 'For 10 minutes' }).click();
  await closeNotification(hugo.page, `${ada.name} was muted.`);
  await expect(panel(ada.page).getByText(/A host has muted you until/)).toBeVisible();
  await expect(composer(ada.page)).toHaveCount(0);
  await openModerationLog(hugo.page);
  const muteEntry = item(hugo.page, `muted ${ada.name}`);
  await muteEntry.getByRole('button', { name: 'Unmute' }).click();
  await expect(muteEntry.getByRole('button')).toHaveCount(0);
  await expect(composer(ada.page)).toBeVisible();

  await panel(hugo.page).getByRole('button', { name: 'Back' }).first().click();
  await openRoom(hugo.page, 'Lounge');
  await chooseMessageAction(hugo.page, text, `Remove ${ada.name} from this room`);
  await confirmDialog(hugo.page).getByRole('button', { name: 'Remove' }).click();
  await closeNotification(hugo.page, `${ada.name} was removed from this room.`);
  await expect(row(ada.page, 'Lounge')).toHaveCount(0);
  await expect(composer(ada.page)).toHaveCount(0);
  await expect(ada.page.getByText('You were removed from Lounge.')).toBeVisible();
  await openModerationLog(hugo.page);
  const removal = item(hugo.page, `removed ${ada.name}`);
  await expect(removal).toContainText('Lounge');
  await removal.getByRole('button', { name: 'Let back in' }).click();
  await expect(removal.getByRole('button')).toHaveCount(0);
  await openRoom(ada.page, 'Lounge');
});
