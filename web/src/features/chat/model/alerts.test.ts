import { chatMessageChanged } from '@foyer/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { useAlerts } from '../../../platform/alerts.ts';
import { startChatOf } from '../testing/startChatOf.ts';
import { stubBrowserForTests } from '../testing/stubBrowser.ts';
import { pushDialog, removeDialog } from '../../../platform/dialogs.ts';
import { createSnackbars } from '../../../platform/snackbars.ts';
import { createChatAlerts } from './alerts.ts';
import { createChatView } from './view.ts';

stubBrowserForTests();
afterEach(() => useAlerts.setState({ notify: false }));

/** The notifications that the operating system shows, by tag. A newer one with the same tag replaces the older one. */
function stubNotifications(): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  class FakeNotification extends EventTarget {
    static readonly permission = 'granted';
    private readonly tag: string;
    constructor(_title: string, { body = '', tag = '' }: NotificationOptions) {
      super();
      this.tag = tag;
      shown.set(tag, body);
    }
    readonly close = (): void => void shown.delete(this.tag);
  }
  Object.assign(window, { Notification: FakeNotification });
  vi.stubGlobal('Notification', FakeNotification);
  useAlerts.setState({ notify: true });
  return shown;
}

test('SESSION-10 the notifications of a visit are closed when it ends', async () => {
  const shown = stubNotifications();
  const { visit, connection, server, settle } = await startChatOf('ada');
  Object.assign(document, { visibilityState: 'hidden' });
  for (const text of ['One', 'Two']) {
    server.post('r1', 'bo', text);
    connection.emit(chatMessageChanged, server.events.shift()?.data as never);
  }
  await settle();
  visit.get(createChatAlerts).onReportCount(1);
  // An alert after the user has switched notifications off does not replace the one that is shown.
  useAlerts.setState({ notify: false });
  visit.get(createChatAlerts).onReportCount(2);
  expect([...shown]).toEqual([
    ['foyer-r1', 'Two'],
    ['foyer-reports', ''],
  ]);
  visit.end();
  expect(shown.size).toBe(0);
});

test('CHAT-15x no message about reports covers the open list of reports, and there is one again once the list is closed', async () => {
  const { visit, chat } = await startChatOf('hugo');
  const { onReportCount } = visit.get(createChatAlerts);
  const view = visit.get(createChatView);
  const shown = () => visit.get(createSnackbars).store.getState().list.length;
  onReportCount(1);
  // A list behind the minimized panel is not seen.
  view.showAside('moderation');
  expect(shown()).toBe(1);
  chat.openExpanded();
  expect(shown()).toBe(0);
  onReportCount(2);
  expect(shown()).toBe(0);
  // The list of resolved reports does not show the new one.
  view.showModerationTab('closed');
  onReportCount(3);
  expect(shown()).toBe(1);
  view.showModerationTab('open');
  expect(shown()).toBe(0);
  view.closeAside();
  onReportCount(4);
  expect(shown()).toBe(1);
  onReportCount(0);
  expect(shown()).toBe(0);
});

test('CHAT-15rs the message about reports waits while a panel or dialog other than the chat is open', async () => {
  const { visit } = await startChatOf('hugo');
  const { onReportCount } = visit.get(createChatAlerts);
  const { store, hide } = visit.get(createSnackbars);
  const shown = () => store.getState().list.map(({ text }) => text);
  const open = (id: string, within?: string) => {
    const dialog = { id, within, close: () => undefined };
    pushDialog(dialog);
    return () => removeDialog(dialog);
  };
  const closeWall = open('widget-wall');
  onReportCount(1);
  expect(shown()).toEqual([]);
  onReportCount(2);
  const closeConsent = open('consent');
  closeWall();
  expect(shown()).toEqual([]);
  closeConsent();
  expect(shown()).toHaveLength(1);
  // One that opens meanwhile is not covered either.
  const closeBoard = open('widget-board');
  expect(shown()).toEqual([]);
  closeBoard();
  expect(shown()).toHaveLength(1);
  open('chat')();
  const closeRoom = open('chat-room', 'chat');
  expect(shown()).toHaveLength(1);
  closeRoom();
  // Once it was seen, it does not come back.
  hide(store.getState().list[0]?.id ?? 0);
  open('widget-wall')();
  expect(shown()).toEqual([]);
  onReportCount(3);
  expect(shown()).toHaveLength(1);
  const closeLast = open('widget-wall');
  onReportCount(0);
  closeLast();
  expect(shown()).toEqual([]);
});
