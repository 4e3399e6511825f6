/** What calls whoever looks elsewhere: sounds and notifications, by choice. */
import { createChatGroup, deleteChatMessage, sendChatMessage } from '@foyer/contract';
import { call, expect, hurry, ringing, test, withLogin } from './callPage.ts';
import {
  bar,
  composer,
  lounge,
  message,
  openChat,
  openRoom,
  panel,
  row,
  talkWith,
  tell,
  type Page,
} from './chatPage.ts';
import { Fellow } from './presencePage.ts';

test.use({ server: withLogin });

interface Shown extends EventTarget {
  readonly title: string;
  readonly body: string;
  readonly isClosed: boolean;
}
interface Remembered {
  readonly tones: number;
  readonly notifications: readonly Shown[];
  permission: NotificationPermission;
}

/** So that a test can ask what was heard and shown beside the page; a browser without a screen shows no notifications. */
function rememberAlerts(): void {
  const notifications: Shown[] = [];
  const remembered: { tones: number; notifications: Shown[]; permission: NotificationPermission } = {
    tones: 0,
    notifications,
    permission: 'default',
  };
  const { OscillatorNode: NativeTone } = window;
  const StandIn = class extends EventTarget implements Shown {
    readonly title: string;
    readonly body: string;
    isClosed = false;
    static get permission(): NotificationPermission {
      return remembered.permission;
    }
    static requestPermission(): Promise<NotificationPermission> {
      return Promise.resolve(remembered.permission);
    }
    constructor(title: string, { body = '' }: NotificationOptions = {}) {
      super();
      this.title = title;
      this.body = body;
      notifications.push(this);
    }
    close(): void {
      this.isClosed = true;
    }
  };
  Object.assign(window, { remembered, Notification: StandIn });
  window.OscillatorNode = class extends NativeTone {
    override start(when?: number): void {
      remembered.tones += 1;
      super.start(when);
    }
  };
}

async function remember(page: Page): Promise<void> {
  await page.addInitScript(rememberAlerts);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
}

const answer = (page: Page, permission: NotificationPermission): Promise<void> =>
  page.evaluate(
    (given) => void ((window as unknown as { remembered: Remembered }).remembered.permission = given),
    permission,
  );
const tones = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { remembered: Remembered }).remembered.tones);
/** What stands beside the page: title and text of each. */
const shown = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (window as unknown as { remembered: Remembered }).remembered.notifications
      .filter(({ isClosed }) => !isClosed)
      .map(({ title, body }) => (body === '' ? title : `${title}: ${body}`)),
  );
const pressNewest = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { notifications } = (window as unknown as { remembered: Remembered }).remembered;
    notifications.at(-1)?.dispatchEvent(new Event('click'));
  });

/** Another window has the focus from now on: every page of a test believes that it has it. */
const lookElsewhere = (page: Page): Promise<void> =>
  page.evaluate(() => void (document.hasFocus = () => false));

async function openSettings(page: Page): Promise<void> {
  await openChat(page);
  // Whoever sees the rooms hears of what comes.
  await expect(row(page, 'Everybody at the event')).toBeVisible();
  await panel(page).getByRole('button', { name: 'More about chat' }).click();
  await page.getByRole('menuitem', { name: 'Sounds and notifications' }).click();
}

test('CHAT-07x whoever looks elsewhere is called by the sound and the notification they chose, of no muted room', async ({
  come,
}) => {
  const ada = await come('Ada Lovelace');
  const bo = await come('Bo Nilsson');
  await remember(ada.page);
  await answer(ada.page, 'denied');
  await openSettings(ada.page);
  const notify = panel(ada.page).getByRole('switch', { name: 'Notifications of the browser' });
  await notify.click();
  await expect(panel(ada.page).getByText('Your browser does not allow notifications')).toBeVisible();
  await expect(notify).not.toBeChecked();

  await answer(ada.page, 'granted');
  await notify.click();
  await expect(notify).toBeChecked();
  await panel(ada.page).getByRole('switch', { name: 'Sound' }).click();
  // One hears what one has chosen.
  await expect.poll(() => tones(ada.page)).toBe(2);

  await talkWith(bo.page, ada.name);
  await lookElsewhere(ada.page);
  // Sounds that follow each other closely are one.
  await hurry(ada.page, 5_000);
  await tell(bo.page, 'Are you there?');
  await expect.poll(() => tones(ada.page)).toBe(4);
  await expect.poll(() => shown(ada.page)).toEqual([`${bo.name}: Are you there?`]);
  await pressNewest(ada.page);
  await expect(composer(ada.page)).toHaveAccessibleName(`Message to ${bo.name}`);
  expect(await shown(ada.page)).toEqual([]);

  await panel(ada.page).getByRole('button', { name: 'What to do with this room' }).click();
  await ada.page.getByRole('menuitem', { name: 'Mute' }).click();
  await expect(row(ada.page, bo.name)).toHaveAccessibleName(/Muted/);
  await hurry(ada.page, 5_000);
  await tell(bo.page, 'It was nothing');
  await expect(message(ada.page, 'It was nothing')).toBeVisible();
  expect(await shown(ada.page)).toEqual([]);
  expect(await tones(ada.page)).toBe(4);
});

test('CHAT-07ad what is in sight in one tab calls nobody from another one', async ({ come }) => {
  const ada = await come('Ada Lovelace');
  const bo = await come('Bo Nilsson');
  const other = await ada.page.context().newPage();
  await other.addInitScript(rememberAlerts);
  await other.goto(`${lounge}?lang=en`);
  await answer(other, 'granted');
  await openSettings(other);
  await panel(other).getByRole('switch', { name: 'Notifications of the browser' }).click();
  await lookElsewhere(other);

  await talkWith(bo.page, ada.name);
  await tell(bo.page, 'Good evening');
  const first = `${bo.name}: Good evening`;
  await expect.poll(() => shown(other)).toEqual([first]);
  await openRoom(ada.page, bo.name);
  await expect(message(ada.page, 'Good evening')).toBeVisible();
  await tell(bo.page, 'Are you there?');
  await expect(row(other, bo.name)).toContainText('Are you there?');
  expect(await shown(other)).toEqual([first]);

  await panel(ada.page).getByRole('button', { name: 'Minimize the chat' }).click();
  await expect(bar(ada.page)).toBeVisible();
  await tell(bo.page, 'I wait here');
  await expect.poll(() => shown(other)).toEqual([first, `${bo.name}: I wait here`]);
});

test('CHAT-12ae a call is told beside the page of whoever looks elsewhere, as long as it rings', async ({
  come,
}) => {
  const ada = await come('Ada Lovelace');
  const bo = await come('Bo Nilsson');
  await remember(bo.page);
  await answer(bo.page, 'granted');
  await openSettings(bo.page);
  await panel(bo.page).getByRole('switch', { name: 'Notifications of the browser' }).click();
  await lookElsewhere(bo.page);
  await call(ada, bo);
  await expect.poll(() => shown(bo.page)).toEqual([`${ada.name} calls you`]);
  await ringing(bo.page).getByRole('button', { name: 'Decline' }).click();
  await expect.poll(() => shown(bo.page)).toEqual([]);
});

test('CHAT-07y whoever comes back to an area is not called to what was said there meanwhile', async ({
  come,
}) => {
  const ada = await come('Ada Lovelace');
  const bo = await come('Bo Nilsson');
  // Beside an open chat the rest of the page is hidden from those who do not see it, and pressed as ever.
  const walk = (page: Page, name: string) =>
    page.locator('footer').getByRole('link', { name, includeHidden: true }).click();
  await walk(ada.page, 'Lounge');
  await openRoom(ada.page, 'Lounge');
  await walk(ada.page, 'Lobby');
  await expect(ada.page.locator('h1')).toHaveText('Lobby');
  await remember(ada.page);
  await answer(ada.page, 'granted');
  await openSettings(ada.page);
  await panel(ada.page).getByRole('switch', { name: 'Notifications of the browser' }).click();
  await lookElsewhere(ada.page);

  await walk(bo.page, 'Lounge');
  await openRoom(bo.page, 'Lounge');
  await tell(bo.page, 'Nobody here?');
  await walk(ada.page, 'Lounge');
  await openRoom(ada.page, 'Lounge');
  await expect(message(ada.page, 'Nobody here?')).toBeVisible();
  expect(await shown(ada.page)).toEqual([]);
});

test('CHAT-07ue whoever is brought into a group is told, and has a number; what is deleted is counted no more', async ({
  come,
  foyer,
}) => {
  const bo = await come('Bo Nilsson');
  const cy = await foyer.account({ name: 'Cy Young' });
  await remember(bo.page);
  await answer(bo.page, 'granted');
  await openSettings(bo.page);
  await panel(bo.page).getByRole('switch', { name: 'Notifications of the browser' }).click();
  await lookElsewhere(bo.page);
  const ada = await Fellow.come(foyer, { name: 'Ada Lovelace' });
  const { room } = await ada.ask(createChatGroup, {
    clientId: crypto.randomUUID(),
    kind: 'privateGroup',
    name: 'Lanterns',
    userIds: [bo.who.userId, cy.userId],
  });
  await expect(bo.page).toHaveTitle(/^\(1\) /);
  await expect
    .poll(() => shown(bo.page))
    .toEqual(['Ada Lovelace in Lanterns: Ada Lovelace created this group']);
  const say = { roomId: room.id, clientId: crypto.randomUUID(), text: 'Too early' };
  const { message: said } = await ada.ask(sendChatMessage, say);
  await expect(bo.page).toHaveTitle(/^\(2\) /);
  await ada.ask(deleteChatMessage, { roomId: room.id, seq: said.seq });
  await expect(bo.page).toHaveTitle(/^\(1\) /);
  ada.leave();
});
