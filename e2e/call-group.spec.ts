/** Calls of large groups, which do not ring: their rooms show the call. */
import { createChatGroup } from '@foyer/contract';
import { callMeshParticipantsMax } from '@foyer/contract/limits';
import {
  callPanel,
  expect,
  expectSpeaking,
  launchOptions,
  endedSnackbar,
  pressCallButton,
  incomingCall,
  startCall,
  test,
  withLogin,
  type Foyer,
  type CallUser,
} from './pages/callPage.ts';
import { dock, message, openRoom, panel, row, sendAndWait } from './pages/chatPage.ts';
import { SimulatedAttendee } from './pages/presencePage.ts';

test.use({ server: withLogin, launchOptions });

/** Creates an open group with these users and too many members for ringing. */
async function createCrew(
  foyer: Foyer,
  name: string,
  owner: SimulatedAttendee,
  users: readonly CallUser[],
): Promise<void> {
  const userIds = users.map(({ account }) => account.userId);
  const missing = Math.max(0, callMeshParticipantsMax + 1 - userIds.length);
  const others = await Promise.all(Array.from({ length: missing }, () => foyer.createAccount()));
  await owner.send(createChatGroup, {
    clientId: crypto.randomUUID(),
    kind: 'group',
    name,
    userIds: [...userIds, ...others.map(({ userId }) => userId)],
  });
}

const callOf = ({ page }: CallUser, name: string) =>
  row(page, name).getByRole('img', { name: 'Call in progress' });

/** Clicks the call button of the open room and then the one of the preview. */
async function enterCall(user: CallUser, button: 'Call' | 'Join call'): Promise<void> {
  await panel(user.page)
    .locator('.roomHeader_header')
    .getByRole('button', { name: button, exact: true })
    .click();
  await startCall(user);
}

test('CHAT-12aj members of a group too large for ringing see a call, join it, and see its duration afterwards', async ({
  signInAs,
  foyer,
}) => {
  const [ada, bo] = await Promise.all([signInAs('Ada'), signInAs('Bo')]);
  const dee = await SimulatedAttendee.connect(foyer, { name: 'Dee' });
  const name = 'The riggers';
  await createCrew(foyer, name, dee, [ada, bo]);
  await openRoom(ada.page, name);
  await enterCall(ada, 'Call');
  await expect(callPanel(ada.page)).toContainText(
    'Waiting for others to join. They can see this call in the room',
  );
  await expect(dock(bo.page)).toHaveAccessibleName(/^Chat.*, call in progress$/);
  await openRoom(bo.page, name);
  await expect(callOf(bo, name)).toBeVisible();
  await expect(incomingCall(bo.page)).toHaveCount(0);
  await enterCall(bo, 'Join call');
  await expectSpeaking(ada, bo);
  await Promise.all([expect(endedSnackbar(ada.page)).toBeVisible(), pressCallButton(bo.page, 'Leave')]);
  await expect(callOf(bo, name)).toHaveCount(0);

  // A call that nobody joined has no duration.
  await enterCall(ada, 'Call');
  await expect(callOf(bo, name)).toBeVisible();
  await pressCallButton(ada.page, 'Leave');
  await expect(callOf(bo, name)).toHaveCount(0);
  await sendAndWait(ada.page, 'Then later');
  await expect(message(bo.page, 'Then later')).toBeVisible();
  await expect(panel(bo.page).locator('.chatTimeline_notice')).toHaveText([
    /^Dee created this group$/,
    new RegExp(`^${ada.name} started a call$`),
    /^Call ended, \d+ min$/,
    new RegExp(`^${ada.name} started a call$`),
  ]);
  await dee.leave();
});
