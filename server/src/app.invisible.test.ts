import {
  callChanged,
  callRinging,
  callRingingStopped,
  chatTyping,
  declineCall,
  enterArea,
  getChatMessages,
  listChatRooms,
  markChatRead,
  openChatRoom,
  reactionCounts,
  sendChatTyping,
  sendReaction,
  setPresenceStatus,
  startCall,
  subscribeToCalls,
  subscribeToPresence,
} from '@foyer/contract';
import { callRingTimeoutMs, chatTypingMs } from '@foyer/contract/limits';
import { expect, test } from 'vitest';
import { connectTab, type Tab } from '#testing/tab';
import { pass } from './features/call/testing/calls.ts';
import {
  createAttendees,
  nextMessage,
  openRoom,
  send,
  startChat,
} from './features/chat/testing/chatVenue.ts';
import { pollView, uidsOf } from './features/presence/testing/presence.ts';

const invisible = { status: 'Available', invisible: true } as const;
const media = { microphone: true, camera: true, screen: false };
/** The events of a tab as text, in which the id or the name of a user can be found. */
const receivedBy = ({ events }: Tab): string => JSON.stringify(events);

test('PRESENCE-05q an invisible user who types, reads or reacts is named to no one until they post', async () => {
  const foyer = await startChat();
  const [ada, bo, cy] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy');
  for (const { tab } of [bo, cy]) {
    await tab.must(enterArea, { areaId: 'lobby' });
    await tab.must(subscribeToPresence, { scope: 'everyone' });
    await tab.must(listChatRooms, {});
  }
  const { id: roomId } = await openRoom(bo.tab, { areaId: 'lobby' });
  const { seq } = await send(bo.tab, roomId, 'Good evening');
  await pollView(bo.tab, uidsOf).toContain(ada.id);
  await ada.tab.must(setPresenceStatus, invisible);
  await pollView(bo.tab, uidsOf).not.toContain(ada.id);
  // A new tab is invisible from its first command on.
  await ada.tab.close();
  bo.tab.events.length = 0;
  const tab = await connectTab(foyer, { as: ada.user });
  await tab.must(sendChatTyping, { roomId });
  await openRoom(tab, { areaId: 'lobby' });
  await tab.must(enterArea, { areaId: 'lobby' });
  await tab.must(getChatMessages, { roomId });
  await tab.must(markChatRead, { roomId, seq });
  const privateRoom = await openRoom(tab, { with: bo.id });
  await tab.must(sendChatTyping, { roomId: privateRoom.id });
  await tab.must(sendReaction, { reaction: 'heart' });
  await bo.tab.next(reactionCounts);
  foyer.advance(chatTypingMs);
  await tab.must(sendChatTyping, { roomId });
  await cy.tab.must(sendChatTyping, { roomId });
  expect(await bo.tab.next(chatTyping)).toEqual({ roomId, user: { uid: cy.id, name: 'Cy' } });
  const received = receivedBy(bo.tab);
  expect(received).not.toContain(ada.id);
  expect(received).not.toContain('Ada');
  await send(tab, roomId, 'Hello');
  expect(await nextMessage(bo.tab, 'Hello')).toMatchObject({ author: { uid: ada.id, name: 'Ada' } });
  // A post is seen, but not that the user is still there.
  await tab.must(sendChatTyping, { roomId });
  await tab.must(setPresenceStatus, { status: 'Available', invisible: false });
  foyer.advance(chatTypingMs);
  await tab.must(sendChatTyping, { roomId });
  expect(await bo.tab.next(chatTyping)).toMatchObject({ user: { uid: ada.id } });
  expect(receivedBy(bo.tab)).not.toContain(chatTyping.name);
});

test('PRESENCE-05r a call that an invisible user declines goes on ringing for the caller, as if the user were away', async () => {
  const foyer = await startChat();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const other = await connectTab(foyer, { as: ada.user });
  for (const tab of [ada.tab, other, bo.tab]) await tab.must(subscribeToCalls, {});
  await ada.tab.must(setPresenceStatus, invisible);
  const { room } = await bo.tab.must(openChatRoom, { with: ada.id });
  const { call } = await bo.tab.must(startCall, { roomId: room.id, tabId: 'tab-of-bo', media });
  const { callId } = call;
  for (const tab of [ada.tab, other]) await tab.next(callRinging);
  bo.tab.events.length = 0;
  await ada.tab.must(declineCall, { callId });
  for (const tab of [ada.tab, other])
    expect(await tab.next(callRingingStopped)).toEqual({ callId, reason: 'declined' });
  expect((await other.must(subscribeToCalls, {})).ringing).toEqual([]);
  const { calls } = await bo.tab.must(subscribeToCalls, {});
  expect(calls).toEqual([call]);
  expect(bo.tab.events.filter(({ event }) => event.startsWith('call.'))).toEqual([]);
  await pass([foyer], [ada.tab, other, bo.tab], callRingTimeoutMs);
  expect(await bo.tab.next(callChanged)).toMatchObject({ call: { callId, participants: [] } });
  expect(bo.tab.events.map(({ event }) => event)).not.toContain('call.declined');
});
