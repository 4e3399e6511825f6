/** What calls whoever looks elsewhere: sounds and notifications, by choice. */
import { call, expect, hurry, ringing, test, withLogin } from './callPage.ts';
import { composer, message, openChat, panel, talkWith, tell, type Page } from './chatPage.ts';

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
  await hurry(ada.page, 5_000);
  await tell(bo.page, 'It was nothing');
  await expect(message(ada.page, 'It was nothing')).toBeVisible();
  expect(await shown(ada.page)).toEqual([]);
  expect(await tones(ada.page)).toBe(4);
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
