/** What calls whoever looks elsewhere: sounds and notifications, by choice. */
import { call, expect, hurry, ringing, test, withLogin } from './callPage.ts';
import { composer, message, openChat, panel, talkWith, tell, type Page } from './chatPage.ts';

test.use({ server: withLogin });

interface Remembered {
  readonly tones: number;
  readonly notifications: readonly (Notification & { isClosed?: boolean })[];
}

/** So that a test can ask what was heard and shown beside the page. */
function rememberAlerts(): void {
  const notifications: Notification[] = [];
  const remembered = { tones: 0, notifications };
  Object.assign(window, { remembered });
  const { OscillatorNode: NativeTone, Notification: NativeNotification } = window;
  window.OscillatorNode = class extends NativeTone {
    override start(when?: number): void {
      remembered.tones += 1;
      super.start(when);
    }
  };
  window.Notification = class extends NativeNotification {
    constructor(title: string, options?: NotificationOptions) {
      super(title, options);
      notifications.push(this);
    }
    override close(): void {
      Object.assign(this, { isClosed: true });
      super.close();
    }
  };
}

async function remember(page: Page): Promise<void> {
  await page.addInitScript(rememberAlerts);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
}

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
    notifications.at(-1)?.dispatchEvent(new Event('click', { cancelable: true }));
  });

/** Another page of the same browser is in front from now on. */
async function lookElsewhere(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  const other = await page.context().newPage();
  await other.bringToFront();
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false);
}

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
  await openSettings(ada.page);
  const notify = panel(ada.page).getByRole('switch', { name: 'Notifications of the browser' });
  await notify.click();
  await expect(panel(ada.page).getByText('Your browser does not allow notifications')).toBeVisible();
  await expect(notify).not.toBeChecked();

  await ada.page.context().grantPermissions(['notifications']);
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
  await bo.page.context().grantPermissions(['notifications']);
  await remember(bo.page);
  await openSettings(bo.page);
  await panel(bo.page).getByRole('switch', { name: 'Notifications of the browser' }).click();
  await lookElsewhere(bo.page);
  await call(ada, bo);
  await expect.poll(() => shown(bo.page)).toEqual([`${ada.name} calls you`]);
  await ringing(bo.page).getByRole('button', { name: 'Decline' }).click();
  await expect.poll(() => shown(bo.page)).toEqual([]);
});
