/** Sounds and browser notifications for a user whose page has no focus. */
import { expect, test } from 'vitest';
import { callRingingStopped, callRinging, declineCall } from '@foyer/contract';
import type { PageWindow } from '../../../testing/fakeServer.ts';
import type { AppPage } from '../../../testing/page.ts';
import {
  chooseChatAction,
  chooseRoomAction,
  composer,
  countOf,
  message,
  openChat,
  openLounge,
  openRoom,
  panel,
  roomRow,
} from '../testing/chatPage.ts';
import { FakeChat } from '../testing/fakeChat.ts';
import { bo, cy } from '../testing/users.ts';

/** Records the sounds and notifications of a page; a headless browser shows no notifications. */
class Alerts {
  tones = 0;
  permission: NotificationPermission = 'granted';
  readonly notifications: (EventTarget & { readonly line: string; isClosed: boolean })[] = [];
  /** Added to the page's `performance.now()`. */
  laterMs = 0;

  readonly prepare = (page: PageWindow): void => {
    const { notifications } = this;
    const permission = () => this.permission;
    const play = () => (this.tones += 1);
    const later = () => this.laterMs;
    page.Notification = class extends page.EventTarget {
      static get permission(): NotificationPermission {
        return permission();
      }
      static requestPermission(): Promise<NotificationPermission> {
        return Promise.resolve(permission());
      }
      readonly line: string;
      isClosed = false;
      constructor(title: string, { body = '' }: NotificationOptions = {}) {
        super();
        this.line = body === '' ? title : `${title}: ${body}`;
        notifications.push(this);
      }
      close(): void {
        this.isClosed = true;
      }
    } as unknown as typeof Notification;
    page.OscillatorNode = class extends page.OscillatorNode {
      override start(when?: number): void {
        play();
        super.start(when);
      }
    };
    const now = page.performance.now.bind(page.performance);
    page.performance.now = () => now() + later();
  };

  /** The notifications that are open, oldest first. */
  get shown(): string[] {
    return this.notifications.filter(({ isClosed }) => !isClosed).map(({ line }) => line);
  }
}

/** Gives the focus to another window. */
function blurPage({ document, window }: AppPage): void {
  document.hasFocus = () => false;
  window.dispatchEvent(new window.Event('blur'));
}

async function openSettings(page: AppPage): Promise<void> {
  await openChat(page);
  // Chat events are handled once the rooms are listed.
  await expect.element(roomRow(page, 'Everyone at the event')).toBeVisible();
  await chooseChatAction(page, 'Sounds and notifications');
}

const notifySwitch = (page: AppPage) => panel(page).getByRole('switch', { name: 'Browser notifications' });

/** Opens a page whose user has allowed notifications, and which has lost the focus. */
async function openUnfocused(chat: FakeChat, alerts: Alerts): Promise<AppPage> {
  const page = await openLounge(chat, { prepare: alerts.prepare });
  await openSettings(page);
  await notifySwitch(page).click();
  await expect.element(notifySwitch(page)).toBeChecked();
  blurPage(page);
  return page;
}

test('CHAT-07x a page without focus plays the sound and shows the notification, except for rooms with notifications off', async () => {
  const chat = new FakeChat();
  const alerts = new Alerts();
  alerts.permission = 'denied';
  const page = await openLounge(chat, { prepare: alerts.prepare });
  await openSettings(page);
  await notifySwitch(page).click();
  await expect.element(panel(page).getByText('Your browser is blocking notifications')).toBeVisible();
  await expect.element(notifySwitch(page)).not.toBeChecked();

  alerts.permission = 'granted';
  await notifySwitch(page).click();
  await expect.element(notifySwitch(page)).toBeChecked();
  await panel(page).getByRole('switch', { name: 'Sound' }).click();
  // The chosen sound plays at once, in two notes.
  await expect.poll(() => alerts.tones).toBe(2);

  const room = chat.privateRoom(bo);
  blurPage(page);
  // Sounds within three seconds are played once.
  alerts.laterMs = 5_000;
  room.post(bo, 'Are you there?');
  await expect.poll(() => alerts.tones).toBe(4);
  await expect.poll(() => alerts.shown).toEqual([`${bo.name}: Are you there?`]);
  alerts.notifications.at(-1)?.dispatchEvent(new page.window.Event('click'));
  await expect.element(composer(page)).toHaveAccessibleName(`Message to ${bo.name}`);
  expect(alerts.shown).toEqual([]);

  await chooseRoomAction(page, 'Turn off notifications');
  await expect
    .element(roomRow(page, bo.name))
    .toHaveAccessibleName(expect.stringMatching(/Notifications off/));
  alerts.laterMs = 10_000;
  room.post(bo, 'It was nothing');
  await expect.element(message(page, 'It was nothing')).toBeVisible();
  expect(alerts.shown).toEqual([]);
  expect(alerts.tones).toBe(4);
});

test('CHAT-12ae a call shows a notification while it rings and the page has no focus', async () => {
  const chat = new FakeChat();
  const alerts = new Alerts();
  const room = chat.greetedRoom();
  chat.server.onCommand(declineCall, ({ callId }) => {
    chat.server.broadcast(callRingingStopped, { callId, reason: 'declined' });
    return undefined;
  });
  const page = await openUnfocused(chat, alerts);
  chat.server.broadcast(callRinging, {
    call: {
      callId: 'call-1',
      roomId: room.id,
      engine: 'mesh',
      startedAt: Date.now(),
      rings: true,
      participants: [],
    },
    from: bo,
  });
  await expect.poll(() => alerts.shown).toEqual([`${bo.name} is calling`]);
  await page.getByCSS('[data-dialog="call-ringing"]').getByRole('button', { name: 'Decline' }).click();
  await expect.poll(() => alerts.shown).toEqual([]);
});

test('CHAT-07y a user who returns to an area gets no notifications of messages posted meanwhile', async () => {
  const chat = new FakeChat();
  const alerts = new Alerts();
  const page = await openUnfocused(chat, alerts);
  // Beside an open chat the rest of the page is hidden from assistive technology only.
  const goToArea = (name: string) =>
    page.getByCSS('footer').getByRole('link', { name, includeHidden: true }).click();
  await goToArea('Library');
  await expect.element(page.getByCSS('h1')).toHaveTextContent('Library');
  blurPage(page);
  chat.lounge.post(bo, 'Anyone here?');
  await goToArea('Lounge');
  await openRoom(page, 'Lounge');
  await expect.element(message(page, 'Anyone here?')).toBeVisible();
  expect(alerts.notifications).toHaveLength(0);
});

test('CHAT-07ue being added to a group notifies and counts as unread, and a deleted message is no longer counted', async () => {
  const chat = new FakeChat();
  const alerts = new Alerts();
  const page = await openUnfocused(chat, alerts);
  const group = chat.group('Lanterns', [bo, chat.own, cy], 'privateGroup');
  group.isMember = false;
  group.postNotice(bo, { kind: 'created', uids: [chat.ownId, cy.uid] });
  group.isMember = true;
  group.broadcastRoom();
  await expect.poll(() => page.document.title).toMatch(/^\(1\) /);
  await expect.poll(() => alerts.shown).toEqual([`${bo.name} in Lanterns: ${bo.name} created this group`]);
  const { seq } = group.post(bo, 'Too early');
  await expect.poll(() => page.document.title).toMatch(/^\(2\) /);
  group.delete(seq);
  await expect.poll(() => page.document.title).toMatch(/^\(1\) /);
  expect(countOf(panel(page))).toBe(1);
});
