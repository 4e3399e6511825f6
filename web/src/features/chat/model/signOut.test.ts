/** A sign-out while something is on its way, and a browser that stores nothing. */
import { sendChatMessage } from '@foyer/contract';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../platform/api/apiError.ts';
import { createSnackbars } from '../../../platform/snackbars.ts';
import { clearChatStorage, draftsKey, outboxPrefix } from '../../../platform/storage/chatStorage.ts';
import type { SentCommand } from '../../../testing/fakeVisit.ts';
import { startChatOf } from '../testing/startChatOf.ts';
import { stubBrowserForTests } from '../testing/stubBrowser.ts';
import { createDrafts } from './drafts.ts';
import { createOutbox } from './outbox.ts';
import { createTray } from './tray.ts';

const browser = stubBrowserForTests();

function storedKeys(): string[] {
  const { localStorage, sessionStorage } = browser();
  return [...localStorage.values.keys(), ...sessionStorage.values.keys()];
}

test('CHAT-07 a message that is being sent at the sign-out stays stored for its user, and is sent again once at their next login', async () => {
  const isSend = ({ name }: SentCommand) => name === sendChatMessage.name;
  const { visit, connection, settle } = await startChatOf('ada');
  visit.get(createOutbox).send({ roomId: 'r1', text: 'On my way' });
  const sent = connection.pending.filter(isSend).map(({ input }) => input);
  expect(sent).toHaveLength(1);
  // The connection ends with the visit: the command fails, and a later reply is not received.
  visit.end();
  await settle();
  expect(connection.pending).toEqual([]);
  expect(storedKeys()).toEqual([expect.stringContaining('.ada.')]);
  const again = await startChatOf('ada');
  // With the same client id, by which the server recognizes a message that it has received already.
  expect(again.connection.pending.filter(isSend).map(({ input }) => input)).toEqual(sent);
  await again.reply();
  expect(storedKeys()).toEqual([]);
  expect(again.connection.pending.filter(isSend)).toEqual([]);
});

test('SESSION-10 a rejection that arrives after the sign-out stores nothing again and shows nothing', async () => {
  const { visit, connection, settle } = await startChatOf('ada');
  visit.get(createOutbox).send({ roomId: 'r1', text: 'On my way' });
  clearChatStorage();
  const [sent] = connection.pending.splice(0);
  visit.end();
  const rejection = { status: 403, serverCode: 'cannotPost' as never };
  sent?.reject(new ApiError('FORBIDDEN', 'muted', rejection));
  await settle();
  expect(storedKeys()).toEqual([]);
  expect(visit.get(createSnackbars).store.getState().list).toEqual([]);
});

test('SESSION-10 the drafts of a visit end with it, and are not stored', async () => {
  const { visit } = await startChatOf('ada');
  visit.get(createDrafts).set('r1', { text: 'Half a thought' });
  expect(browser().sessionStorage.getItem(draftsKey)).toContain('Half a thought');
  visit.end();
  expect(storedKeys()).toEqual([]);
  visit.get(createDrafts).set('r1', { text: 'More of it' });
  expect(storedKeys()).toEqual([]);
});

test.each([
  ['ada', ['Half']],
  ['bo', []],
  ['anon-1', []],
])('SESSION-10 the chat of %s shows what they have not sent, not what ada has', async (uid, own) => {
  const { localStorage, sessionStorage } = browser();
  const message = { clientId: '1', roomId: 'r1', text: 'Half', at: 1 };
  localStorage.setItem(`${outboxPrefix}ada.1`, JSON.stringify(message));
  const drafts = { r1: { text: 'Half', named: [] } };
  sessionStorage.setItem(draftsKey, JSON.stringify({ ownId: 'ada', drafts }));
  const { state } = await startChatOf(uid);
  expect([...state().drafts.values()].map(({ text }) => text)).toEqual(own);
  expect(state().outbox.map(({ text }) => text)).toEqual(own);
});

test('SESSION-10 an upload is cancelled by the sign-out, its late progress changes nothing, and no other one begins', async () => {
  const requests: FakeRequest[] = [];
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget();
    readonly open = vi.fn();
    readonly setRequestHeader = vi.fn();
    readonly send = vi.fn();
    readonly abort = vi.fn();
    constructor() {
      super();
      requests.push(this);
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  const { visit, state, settle } = await startChatOf('ada');
  const picture = new File(['x'], 'x.png', { type: 'image/png' });
  const tray = visit.get(createTray);
  tray.add('r1', [picture]);
  await settle();
  const { files } = state();
  expect(files).toHaveLength(1);
  visit.end();
  const [request] = requests;
  expect(request?.abort).toHaveBeenCalledOnce();
  expect(revoked).toHaveBeenCalledOnce();
  request?.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 2 }));
  request?.dispatchEvent(new Event('load'));
  tray.add('r1', [picture]);
  for (const file of files) tray.retry(file);
  await settle();
  expect(state().files).toEqual([]);
  expect(requests).toHaveLength(1);
});

test('CHAT-07 without storage, a message is sent from this tab, and the next user does not get it', async () => {
  vi.stubGlobal('window', { addEventListener: vi.fn() });
  vi.stubGlobal('sessionStorage', undefined);
  const first = await startChatOf('ada');
  first.connection.lose();
  first.visit.get(createOutbox).send({ roomId: 'r1', text: 'Blocked storage' });
  first.visit.get(createDrafts).set('r1', { text: 'Blocked as well' });
  first.visit.end();
  const second = await startChatOf('bo');
  expect(second.state()).toMatchObject({ outbox: [], drafts: new Map() });
  const again = await startChatOf('ada');
  expect(again.state()).toMatchObject({ outbox: [], drafts: new Map() });
  again.visit.get(createOutbox).send({ roomId: 'r1', text: 'Sent from memory' });
  await again.reply();
  expect(again.server.rooms.get('r1')?.messages.map(({ text }) => text)).toEqual(['Sent from memory']);
  expect(again.state().outbox).toEqual([]);
});
