import { expect, test } from 'vitest';
import { createSidePanels } from '../../../platform/sidePanels.ts';
import { createVisit, type Visit } from '../../../platform/visit/visit.ts';
import { createChat } from './chat.ts';
import { initialPanel, type ChatUnread } from './chatState.ts';

function newChat() {
  const visit = createVisit();
  const chat = visit.get(createChat);
  const { getState: state } = chat.store;
  const setUnread = (unread: Partial<ChatUnread>) =>
    chat.store.setState({ unread: { ...state().unread, ...unread } });
  return { visit, chat, state, setUnread };
}
const openPanels = (visit: Visit) =>
  visit
    .get(createSidePanels)
    .store.getState()
    .open.map(({ id }) => id);

test('STATE-04a the chat has the specified fields', () => {
  const { state } = newChat();
  expect(Object.keys(initialPanel).toSorted()).toEqual(
    ['opened', 'expanded', 'roomChats', 'attendeeToChatUid'].toSorted(),
  );
  expect(state()).toMatchObject(initialPanel);
});

test('CHAT-02e open, close, expand and minimize do not affect each other', () => {
  const { chat, state } = newChat();
  chat.minimize();
  expect(state()).toMatchObject({ opened: false, expanded: false });
  chat.open();
  expect(state()).toMatchObject({ opened: true, expanded: false });
  chat.expand();
  expect(state()).toMatchObject({ opened: true, expanded: true });
  chat.close();
  expect(state()).toMatchObject({ opened: false, expanded: true });
});

test('CHAT-02b opening with a room sets the room chats before the panel opens', () => {
  const { chat, state } = newChat();
  const states: [readonly string[], boolean][] = [];
  const end = chat.store.subscribe(({ roomChats, opened }) => states.push([roomChats, opened]));
  chat.open('r1');
  end();
  expect(states).toEqual([
    [['r1'], false],
    [['r1'], true],
  ]);
  chat.showRooms();
  expect(state()).toMatchObject({ roomChats: [], opened: true });
});

test('the dock opens the only unread room, but not in place of a room in the minimized panel', () => {
  const { chat, state, setUnread } = newChat();
  setUnread({ count: 3, onlyRoomId: 'r1' });
  chat.openUnread();
  expect(state()).toMatchObject({ opened: true, expanded: true, roomChats: ['r1'] });
  setUnread({ count: 1, onlyRoomId: 'r2' });
  chat.minimize();
  chat.openUnread();
  expect(state()).toMatchObject({ expanded: true, roomChats: ['r1'] });
  chat.close();
  chat.openUnread();
  expect(state()).toMatchObject({ opened: true, roomChats: ['r2'] });
  chat.close();
  setUnread({ count: 9, onlyRoomId: undefined });
  chat.openUnread();
  expect(state()).toMatchObject({ opened: true, roomChats: ['r2'] });
});

test('CHAT-08a the user to chat with is stored until the private room is open', () => {
  const { chat, state } = newChat();
  chat.startWith('u2');
  expect(state()).toMatchObject({ attendeeToChatUid: 'u2', opened: true, roomChats: [] });
  chat.open('r1');
  expect(state()).toMatchObject({ attendeeToChatUid: null, roomChats: ['r1'] });
});

test('WIDGET-01a opening a built-in room replaces the pending private room', () => {
  const { chat, state } = newChat();
  chat.startWith('u2');
  chat.openBuiltInRoom({ areaId: 'lobby' });
  expect(state()).toMatchObject({ attendeeToChatUid: null, pendingPlace: { areaId: 'lobby' } });
  chat.close();
  expect(state().pendingPlace).toBeNull();
});

test('CHAT-02 opening a room closes the aside, so that the room is visible', () => {
  const { chat, state } = newChat();
  chat.store.setState({ aside: 'groups' });
  chat.open('r1');
  expect(state().aside).toBeNull();
});

test('SESSION-10 the panel is in the slot of its own visit only, and after the end of the visit nothing opens it', () => {
  const { visit, chat, state } = newChat();
  const next = createVisit();
  chat.startWith('u2');
  expect([openPanels(visit), openPanels(next)]).toEqual([['chat'], []]);
  chat.minimize();
  visit.end();
  chat.open('r1');
  chat.startWith('u3');
  expect(state()).toMatchObject({ expanded: false, attendeeToChatUid: 'u2', roomChats: [] });
  expect([openPanels(visit), openPanels(next)]).toEqual([[], []]);
});
