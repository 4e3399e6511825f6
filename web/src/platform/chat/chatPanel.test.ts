import { afterEach, expect, test } from 'vitest';
import { initialChat, useChat } from '../state/chat.ts';
import { useUi } from '../state/ui.ts';
import {
  closeChat,
  expandChat,
  leaveConversation,
  minimizeChat,
  openChat,
  openStandingChat,
  startChat,
  useStandingWish,
} from './chatPanel.ts';

afterEach(() => useChat.setState(initialChat));

test('STATE-04a the chat area has the specified fields', () => {
  expect(Object.keys(initialChat).toSorted()).toEqual(
    ['opened', 'expanded', 'roomChats', 'attendeeToChatUid'].toSorted(),
  );
});

test('CHAT-02a open, close, expand and minimize change nothing of each other', () => {
  minimizeChat();
  expect(useChat.getState()).toMatchObject({ opened: false, expanded: false });
  openChat();
  expect(useChat.getState()).toMatchObject({ opened: true, expanded: false });
  expandChat();
  expect(useChat.getState()).toMatchObject({ opened: true, expanded: true });
  closeChat();
  expect(useChat.getState()).toMatchObject({ opened: false, expanded: true });
});

test('CHAT-02b with a room the room chats are set first, and then it opens', () => {
  const told: [readonly string[], boolean][] = [];
  const end = useChat.subscribe(({ roomChats, opened }) => told.push([roomChats, opened]));
  openChat('r1');
  end();
  expect(told).toEqual([
    [['r1'], false],
    [['r1'], true],
  ]);
  leaveConversation();
  expect(useChat.getState()).toMatchObject({ roomChats: [], opened: true });
});

test('CHAT-08a with whom one wants to talk is known until the room of the two is there', () => {
  startChat('u2');
  expect(useChat.getState()).toMatchObject({ attendeeToChatUid: 'u2', opened: true, roomChats: [] });
  expect(useUi.getState().attendeeToChatWith).toBe('u2');
  openChat('r1');
  expect(useChat.getState()).toMatchObject({ attendeeToChatUid: null, roomChats: ['r1'] });
  expect(useUi.getState().attendeeToChatWith).toBeNull();
});

test('WIDGET-01a a standing room takes the place of a person one wanted to talk with', () => {
  startChat('u2');
  openStandingChat({ areaId: 'lobby' });
  expect(useChat.getState().attendeeToChatUid).toBeNull();
  expect(useStandingWish.getState().place).toEqual({ areaId: 'lobby' });
  closeChat();
  expect(useStandingWish.getState().place).toBeNull();
});
