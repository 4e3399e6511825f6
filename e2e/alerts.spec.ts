/** Notifications of the browser across the tabs of one user. */
import { openChatRoom, sendChatMessage } from '@foyer/contract';
import {
  bar,
  chooseChatAction,
  expect,
  lounge,
  message,
  uniqueName,
  openChat,
  openRoom,
  panel,
  row,
  test,
  withLogin,
  type Page,
} from './pages/chatPage.ts';
import { SimulatedAttendee } from './pages/presencePage.ts';

test.use({ server: withLogin });

type RecordingWindow = Window & { shownNotifications: string[] };

/** Records the notifications of the page, because a headless browser shows none. */
function recordNotifications(): void {
  const shownNotifications: string[] = [];
  const StandIn = class extends EventTarget {
    static readonly permission = 'granted';
    constructor(title: string, { body = '' }: NotificationOptions = {}) {
      super();
      shownNotifications.push(`${title}: ${body}`);
    }
    close(): void {}
  };
  Object.assign(window, { shownNotifications, Notification: StandIn });
}

const shown = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as RecordingWindow).shownNotifications);

test('CHAT-07ad a room that is visible in one tab shows no notification from another tab', async ({
  signInAs,
  foyer,
}) => {
  const ada = await signInAs('Ada');
  const other = await ada.page.context().newPage();
  await other.addInitScript(recordNotifications);
  await other.goto(lounge);
  await openChat(other);
  // Chat events are sent after the rooms were listed.
  await expect(row(other, 'Everyone at the event')).toBeVisible();
  await chooseChatAction(other, 'Sounds and notifications');
  await panel(other).getByRole('switch', { name: 'Browser notifications' }).click();
  // Every page of a test has the focus; now another tab gets it.
  await other.evaluate(() => void (document.hasFocus = () => false));

  const bo = await SimulatedAttendee.connect(foyer, { name: uniqueName('Bo') });
  const { room } = await bo.send(openChatRoom, { with: ada.account.userId });
  const typeAndSend = (text: string) =>
    bo.send(sendChatMessage, { roomId: room.id, clientId: crypto.randomUUID(), text });
  await typeAndSend('Good evening');
  const first = `${bo.name}: Good evening`;
  await expect.poll(() => shown(other)).toEqual([first]);
  await openRoom(ada.page, bo.name);
  await expect(message(ada.page, 'Good evening')).toBeVisible();
  await typeAndSend('Are you there?');
  await expect(row(other, bo.name)).toContainText('Are you there?');
  expect(await shown(other)).toEqual([first]);

  await panel(ada.page).getByRole('button', { name: 'Minimize chat' }).click();
  await expect(bar(ada.page)).toBeVisible();
  await typeAndSend('I wait here');
  await expect.poll(() => shown(other)).toEqual([first, `${bo.name}: I wait here`]);
  await bo.leave();
});
