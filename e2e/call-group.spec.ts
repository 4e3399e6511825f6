/** Calls of groups in which nobody is rung, and of which there are more people than places. */
import { createChatGroup, joinCall, joinChatRoom, leaveCall, startCall } from '@foyer/contract';
import { callMeshMembers } from '@foyer/contract/limits';
import { expectAccessible } from './accessible.ts';
import {
  allowed,
  callPanel,
  expect,
  expectHears,
  fakeDevices,
  over,
  press,
  preview,
  ringing,
  test,
  tile,
  withLogin,
  type Foyer,
  type Guest,
} from './callPage.ts';
import { bar, dock, expand, message, openRoom, panel, row, tell } from './chatPage.ts';
import { Fellow } from './presencePage.ts';

const devices = await fakeDevices();
test.use({
  server: withLogin,
  launchOptions: { ...devices, args: [...devices.args, ...allowed] },
});

const silent = { microphone: false, camera: false, screen: false };

/** An open group of these, and of so many that it is too large to be rung. */
async function crewOf(foyer: Foyer, name: string, owner: Fellow, guests: readonly Guest[]): Promise<string> {
  const userIds = guests.map(({ who }) => who.userId);
  while (userIds.length <= callMeshMembers) userIds.push((await foyer.account()).userId);
  const { room } = await owner.ask(createChatGroup, {
    clientId: crypto.randomUUID(),
    kind: 'group',
    name,
    userIds,
  });
  return room.id;
}

const head = ({ page }: Guest) => panel(page).locator('.chat-header');
const callOf = ({ page }: Guest, name: string) =>
  row(page, name).getByRole('img', { name: 'A call is going on' });

/** Presses the way into a call that the open room has, and then the one of the preview. */
async function enter(guest: Guest, way: 'Call' | 'Join'): Promise<void> {
  await head(guest)
    .getByRole('button', { name: way === 'Call' ? 'Call' : 'Join the call', exact: true })
    .click();
  await preview(guest.page).getByRole('button', { name: way, exact: true }).click();
}

test('CHAT-12aj a group too large to be rung sees that there is a call, in the dock, in its row and in the room; who calls is told that nobody is rung', async ({
  come,
  foyer,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  const dee = await Fellow.come(foyer, { name: 'Dee' });
  const name = 'The riggers';
  await crewOf(foyer, name, dee, [ada, bo]);
  await openRoom(ada.page, name);
  await expect(dock(bo.page)).not.toHaveAccessibleName(/call/);
  await enter(ada, 'Call');
  await expect(callPanel(ada.page)).toContainText('Waiting for others: they see the call in the room');
  await expect(callPanel(ada.page)).not.toContainText('Calling');
  await expectAccessible(ada.page, '[data-dialog="call"]');

  await expect(dock(bo.page)).toHaveAccessibleName(/^Chat.*, a call is going on$/);
  // In it oneself one is not told of it.
  await expect(dock(ada.page)).not.toHaveAccessibleName(/call/);
  await openRoom(bo.page, name);
  await expect(callOf(bo, name)).toBeVisible();
  await expect(panel(bo.page).getByRole('log').getByText('Ada started a call')).toBeVisible();
  await expectAccessible(bo.page, '[data-dialog="chat"]');
  await panel(bo.page).getByRole('button', { name: 'Minimize the chat' }).click();
  await expect(bar(bo.page).getByRole('img', { name: 'A call is going on' })).toBeVisible();
  await expand(bo.page).click();
  await expect(ringing(bo.page)).toHaveCount(0);
  await enter(bo, 'Join');
  await expectHears(ada, 'Bo');
  await press(bo.page, 'Leave');
  await expect(over(ada.page)).toContainText('The call has ended');
  await over(ada.page).getByRole('button', { name: 'Close' }).first().click();
  await expect(callOf(bo, name)).toHaveCount(0);

  // Of a call to which nobody came nothing more is said.
  await enter(ada, 'Call');
  await expect(callOf(bo, name)).toBeVisible();
  await press(ada.page, 'Leave');
  await expect(callOf(bo, name)).toHaveCount(0);
  await tell(ada.page, 'Then later');
  await expect(message(bo.page, 'Then later')).toBeVisible();
  await expect(panel(bo.page).locator('.chat-notice')).toHaveText([
    /^Dee created this group$/,
    /^Ada started a call$/,
    /^A call of \d+ minutes?$/,
    /^Ada started a call$/,
  ]);
  await dee.end();
});

test('CHAT-12ak a call of six is full: the seventh is told so, and comes in when somebody leaves', async ({
  come,
  foyer,
}) => {
  const ada = await come('Ada');
  const [first, ...others] = await Promise.all(
    Array.from({ length: callMeshMembers }, (_, place) => Fellow.come(foyer, { name: `Stagehand ${place}` })),
  );
  const name = 'The stagehands';
  const roomId = await crewOf(foyer, name, first!, [ada]);
  const { call } = await first!.ask(startCall, { roomId, tabId: 'stagehand-0', media: silent });
  for (const [place, other] of others.entries()) {
    await other.ask(joinChatRoom, { roomId });
    await other.ask(joinCall, { callId: call.callId, tabId: `stagehand-${place + 1}`, media: silent });
  }
  await openRoom(ada.page, name);
  await enter(ada, 'Join');
  await expect(over(ada.page)).toContainText('This call is full');
  await first!.ask(leaveCall, { callId: call.callId });
  await over(ada.page).getByRole('button', { name: 'Try again' }).click();
  await preview(ada.page).getByRole('button', { name: 'Join', exact: true }).click();
  for (const { name: other } of others) await expect(tile(ada.page, other)).toBeVisible();
  await press(ada.page, 'Leave');
  await expect(callPanel(ada.page)).toHaveCount(0);
  await Promise.all([first!, ...others].map((fellow) => fellow.end()));
});
