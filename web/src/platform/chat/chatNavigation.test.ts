import { afterEach, expect, test } from 'vitest';
import { initialChat, useChat } from '../state/chat.ts';
import { useUi } from '../state/ui.ts';
import {
  closeChat,
  expandChat,
  showRoomList,
  minimizeChat,
  openChat,
  openBuiltInRoom,
  openUnreadChat,
  startChat,
  usePendingBuiltInRoom,
} from './chatNavigation.ts';
import { noUnread, useChatUnread } from './chatUnread.ts';

afterEach(() => {
  useChat.setState(initialChat);
  useChatUnread.setState(noUnread);
});

test('STATE-04a the chat area has the specified fields', () => {
  expect(Object.keys(initialChat).toSorted()).toEqual(
    ['opened', 'expanded', 'roomChats', 'attendeeToChatUid'].toSorted(),
  );
});

test('CHAT-02e open, close, expand and minimize do not affect each other', () => {
  minimizeChat();
  expect(useChat.getState()).toMatchObject({ opened: false, expanded: false });
  openChat();
  expect(useChat.getState()).toMatchObject({ opened: true, expanded: false });
  expandChat();
  expect(useChat.getState()).toMatchObject({ opened: true, expanded: true });
  closeChat();
  expect(useChat.getState()).toMatchObject({ opened: false, expanded: true });
});

test('CHAT-02b opening with a room sets the room chats before the panel opens', () => {
  const states: [readonly string[], boolean][] = [];
  const end = useChat.subscribe(({ roomChats, opened }) => states.push([roomChats, opened]));
  openChat('r1');
  end();
  expect(states).toEqual([
    [['r1'], false],
    [['r1'], true],
  ]);
  showRoomList();
  expect(useChat.getState()).toMatchObject({ roomChats: [], opened: true });
});

test('the dock opens the only unread room, but not in place of a room in the minimized panel', () => {
  useChatUnread.setState({ count: 3, onlyRoomId: 'r1' });
  openUnreadChat();
  expect(useChat.getState()).toMatchObject({ opened: true, expanded: true, roomChats: ['r1'] });
  useChatUnread.setState({ count: 1, onlyRoomId: 'r2' });
  minimizeChat();
  openUnreadChat();
  expect(useChat.getState()).toMatchObject({ expanded: true, roomChats: ['r1'] });
  closeChat();
  openUnreadChat();
  expect(useChat.getState()).toMatchObject({ opened: true, roomChats: ['r2'] });
  closeChat();
  useChatUnread.setState({ count: 9, onlyRoomId: undefined });
  openUnreadChat();
  expect(useChat.getState()).toMatchObject({ opened: true, roomChats: ['r2'] });
});

test('CHAT-08a the user to chat with is stored until the private room is open', () => {
  startChat('u2');
  expect(useChat.getState()).toMatchObject({ attendeeToChatUid: 'u2', opened: true, roomChats: [] });
  expect(useUi.getState().attendeeToChatWith).toBe('u2');
  openChat('r1');
  expect(useChat.getState()).toMatchObject({ attendeeToChatUid: null, roomChats: ['r1'] });
  expect(useUi.getState().attendeeToChatWith).toBeNull();
});

test('WIDGET-01a opening a built-in room replaces the pending private room', () => {
  startChat('u2');
  openBuiltInRoom({ areaId: 'lobby' });
  expect(useChat.getState().attendeeToChatUid).toBeNull();
  expect(usePendingBuiltInRoom.getState().place).toEqual({ areaId: 'lobby' });
  closeChat();
  expect(usePendingBuiltInRoom.getState().place).toBeNull();
});
