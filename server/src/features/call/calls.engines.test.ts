import { expect, test } from 'vitest';
import {
  callChanged,
  callDeclined,
  callRingingStopped,
  callRinging,
  setCallMedia,
  chatMessageChanged,
  declineCall,
  joinCall,
  leaveCall,
  listChatRooms,
  openChatRoom,
  sendCallSignals,
  startCall,
  subscribeToCalls,
  type ChatNotice,
} from '@foyer/contract';
import { connectTab, type Tab } from '#testing/tab';
import { startTwoAreas } from '#testing/venues';
import {
  absentUserIds,
  openTabOf,
  callers,
  createGroup,
  receivedCandidate,
  joinCallAs,
  media,
  expectParticipants,
  pass,
  privateRoom,
  errorCodeOf,
  startCallAs,
  newTabId,
  startAndJoin,
} from './testing/calls.ts';

const candidate = (text: string) => ({ candidate: { candidate: text, sdpMid: '0' } });
const noticeIn = async (tab: Tab): Promise<ChatNotice | undefined> =>
  (await tab.next(chatMessageChanged, ({ message }) => message.notice?.kind.startsWith('call') === true))
    .message.notice;

test('CHAT-12a a call rings on all tabs of the other user, and on none of the caller’s', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo, cy] = await callers(foyer, 'Ada', 'Bo', 'Cy');
  const bosOther = await openTabOf(foyer, bo);
  const room = await privateRoom(ada, bo);
  const { call, livekit } = await startCallAs(ada, room.id);
  expect(livekit).toBeUndefined();
  expect(call).toMatchObject({ roomId: room.id, engine: 'mesh', startedAt: foyer.now });
  expect(call.participants).toEqual([{ tabId: ada.tabId, user: { uid: ada.id, name: 'Ada' }, media }]);
  for (const tab of [bo.tab, bosOther])
    expect(await tab.next(callRinging)).toEqual({ call, from: { uid: ada.id, name: 'Ada' } });
  // A tab that opens while the call rings is informed.
  const bosLate = await connectTab(foyer, { as: bo.user });
  expect((await bosLate.must(subscribeToCalls, {})).ringing).toMatchObject([
    { call: { callId: call.callId } },
  ]);
  expect(await cy.tab.must(subscribeToCalls, {})).toEqual({ calls: [], ringing: [] });
  expect((await ada.tab.must(subscribeToCalls, {})).ringing).toEqual([]);
});

test('CHAT-12b accepting on one tab stops the ringing on the user’s other tabs', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const bosOther = await openTabOf(foyer, bo);
  const { call } = await startCallAs(ada, (await privateRoom(ada, bo)).id);
  await bosOther.next(callRinging);
  const joined = await joinCallAs(bo, call.callId);
  expect(joined.call.participants.map(({ user }) => user.name)).toEqual(['Ada', 'Bo']);
  expect(await bosOther.next(callRingingStopped)).toEqual({ callId: call.callId, reason: 'accepted' });
  await expectParticipants(ada.tab, ada, bo);
});

test('CHAT-12c declining stops the ringing everywhere, informs the caller and posts a missed call to the room', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const bosOther = await openTabOf(foyer, bo);
  const room = await privateRoom(ada, bo);
  await bo.tab.must(listChatRooms, {});
  const { call } = await startCallAs(ada, room.id);
  await bo.tab.must(openChatRoom, { with: ada.id });
  await bo.tab.must(declineCall, { callId: call.callId });
  expect(await ada.tab.next(callDeclined)).toEqual({ callId: call.callId, user: { uid: bo.id } });
  await expectParticipants(ada.tab);
  for (const tab of [bo.tab, bosOther])
    expect(await tab.next(callRingingStopped)).toEqual({ callId: call.callId, reason: 'declined' });
  expect(await noticeIn(bo.tab)).toEqual({ kind: 'callMissed' });
  expect(await errorCodeOf(bo.tab.ask(joinCall, { callId: call.callId, tabId: bo.tabId, media }))).toBe(
    'notFound',
  );
});

test('CHAT-12d a call is missed after 45 s', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const { call } = await startCallAs(ada, (await privateRoom(ada, bo)).id);
  await pass([foyer], [ada.tab, bo.tab], 30_000);
  expect((await bo.tab.must(subscribeToCalls, {})).ringing).toHaveLength(1);
  foyer.advance(15_000);
  expect(await bo.tab.next(callRingingStopped)).toEqual({ callId: call.callId, reason: 'missed' });
  await expectParticipants(ada.tab);
  expect(await noticeIn(ada.tab)).toEqual({ kind: 'callMissed' });
});

test('CHAT-12e a call ends when one participant is left, and the room shows its duration', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const room = await privateRoom(ada, bo);
  foyer.advance(3_000);
  const { callId } = await startAndJoin(ada, room.id, bo);
  foyer.advance(20_000);
  await bo.tab.must(leaveCall, { callId });
  await expectParticipants(ada.tab);
  expect(await noticeIn(ada.tab)).toEqual({ kind: 'callEnded', durationMs: 20_000 });
  expect(await errorCodeOf(ada.tab.ask(leaveCall, { callId }))).toBe('notFound');
  // The next call has another id.
  expect((await startCallAs(bo, room.id)).call.callId).not.toBe(callId);
});

test('CHAT-12f a caller who gives up stops the ringing', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const { call } = await startCallAs(ada, (await privateRoom(ada, bo)).id);
  await bo.tab.next(callRinging);
  await ada.tab.must(leaveCall, { callId: call.callId });
  expect(await bo.tab.next(callRingingStopped)).toEqual({ callId: call.callId, reason: 'ended' });
});

test('CHAT-12g two users who call each other at the same time are in one call', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const room = await privateRoom(ada, bo);
  const [one, other] = await Promise.all([startCallAs(ada, room.id), startCallAs(bo, room.id)]);
  expect(one.call.callId).toBe(other.call.callId);
  for (const { tab } of [ada, bo]) await expectParticipants(tab, ada, bo);
});

test('CHAT-12h a call of a group takes six participants', async () => {
  const foyer = await startTwoAreas();
  const all = await callers(foyer, 'Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Fay', 'Gus');
  const [ada, ...others] = all;
  const last = others.pop();
  const room = await createGroup(
    ada,
    [...others, last].map((user) => user?.id ?? ''),
  );
  const call = await startAndJoin(ada, room.id, ...others);
  expect(call.participants).toHaveLength(6);
  const late = { callId: call.callId, tabId: last?.tabId ?? '', media };
  expect(await errorCodeOf(last!.tab.ask(joinCall, late))).toBe('conflict');
  await ada.tab.must(leaveCall, { callId: call.callId });
  await last!.tab.must(joinCall, late);
});

test('CHAT-12i a call in a large open group does not ring, its members see it', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo, cy] = await callers(foyer, 'Ada', 'Bo', 'Cy');
  const away = await absentUserIds(foyer, 4);
  const small = await createGroup(ada, [bo.id, cy.id], 'group');
  const { call: rung } = await startCallAs(ada, small.id);
  await bo.tab.next(callRinging, ({ call }) => call.callId === rung.callId);
  await ada.tab.must(leaveCall, { callId: rung.callId });
  const large = await createGroup(ada, [bo.id, cy.id, ...away], 'group');
  const { call } = await startCallAs(ada, large.id);
  await bo.tab.next(callChanged, (changed) => changed.call.callId === call.callId);
  expect((await bo.tab.must(subscribeToCalls, {})).ringing).toEqual([]);
  // A call that does not ring has no time limit.
  await pass([foyer], [ada.tab, bo.tab, cy.tab], 60_000);
  await joinCallAs(bo, call.callId);
  await expectParticipants(ada.tab, ada, bo);
});

test('CHAT-12ai the room shows the start of a call that rings for no one, and its duration if someone joined', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const large = await createGroup(ada, [bo.id, ...(await absentUserIds(foyer, 5))], 'group');
  await bo.tab.must(listChatRooms, {});
  const { call } = await startCallAs(ada, large.id);
  expect(call.rings).toBe(false);
  expect((await bo.tab.next(callChanged)).call.rings).toBe(false);
  expect(await noticeIn(bo.tab)).toEqual({ kind: 'callStarted' });
  await ada.tab.must(leaveCall, { callId: call.callId });
  await expectParticipants(bo.tab);
  // A call that no one joined leaves no other notice: the next notice is that of the next call.
  const { call: next } = await startCallAs(ada, large.id);
  expect(await noticeIn(bo.tab)).toEqual({ kind: 'callStarted' });
  await joinCallAs(bo, next.callId);
  await pass([foyer], [ada.tab, bo.tab], 5_000);
  await ada.tab.must(leaveCall, { callId: next.callId });
  expect(await noticeIn(bo.tab)).toEqual({ kind: 'callEnded', durationMs: 5_000 });
  const small = await createGroup(ada, [bo.id, ...(await absentUserIds(foyer, 4))], 'group');
  expect((await startCallAs(ada, small.id)).call.rings).toBe(true);
});

test('CHAT-12j a tab that loses its connection can rejoin with its id, and is removed after 15 s', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo, cy] = await callers(foyer, 'Ada', 'Bo', 'Cy');
  const room = await createGroup(ada, [bo.id, cy.id]);
  const { callId } = await startAndJoin(ada, room.id, bo, cy);
  bo.tab.socket.terminate();
  cy.tab.socket.terminate();
  await Promise.all([bo.tab.closed, cy.tab.closed]);
  const again = await openTabOf(foyer, bo);
  await pass([foyer], [ada.tab, again], 10_000);
  const { call } = await again.must(joinCall, { callId, tabId: bo.tabId, media });
  expect(call.participants.map(({ tabId }) => tabId)).toEqual([ada.tabId, bo.tabId, cy.tabId]);
  await pass([foyer], [ada.tab, again], 10_000);
  await expectParticipants(ada.tab, ada, bo);
});

test('CHAT-12k a closed tab leaves immediately, another tab of the same user replaces the first', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const room = await privateRoom(ada, bo);
  const { callId } = await startAndJoin(ada, room.id, bo);
  const other = await openTabOf(foyer, bo);
  const tabId = newTabId();
  await other.must(joinCall, { callId, tabId, media });
  const { call } = await ada.tab.next(callChanged, (changed) =>
    changed.call.participants.some((member) => member.tabId === tabId),
  );
  expect(call.participants.map((member) => member.tabId)).toEqual([ada.tabId, tabId]);
  expect(await errorCodeOf(bo.tab.ask(leaveCall, { callId }))).toBe('forbidden');
  await other.close();
  await expectParticipants(ada.tab);
});

test('CHAT-05a signals are relayed in order, and only within the call', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo, cy] = await callers(foyer, 'Ada', 'Bo', 'Cy');
  const { callId } = await startAndJoin(ada, (await privateRoom(ada, bo)).id, bo);
  await startAndJoin(cy, (await privateRoom(cy, ada)).id);
  const description = { description: { type: 'offer' as const, sdp: 'v=0' } };
  const signals = [description, candidate('one'), { candidate: null }];
  await ada.tab.must(sendCallSignals, { callId, to: bo.tabId, signals });
  expect(await bo.tab.next('call.signalsReceived')).toEqual({ callId, from: ada.tabId, signals });
  const sendTo = (tab: Tab, to: string) => tab.ask(sendCallSignals, { callId, to, signals });
  expect(await errorCodeOf(sendTo(ada.tab, cy.tabId))).toBe('notFound');
  expect(await errorCodeOf(sendTo(cy.tab, bo.tabId))).toBe('forbidden');
  expect(await errorCodeOf(sendTo(await openTabOf(foyer, ada), bo.tabId))).toBe('forbidden');
  const long = { description: { type: 'offer' as const, sdp: 'x'.repeat(48_001) } };
  expect(await errorCodeOf(ada.tab.ask(sendCallSignals, { callId, to: bo.tabId, signals: [long] }))).toBe(
    'invalidInput',
  );
  const many = Array.from({ length: 21 }, () => candidate('x'));
  expect(await errorCodeOf(ada.tab.ask(sendCallSignals, { callId, to: bo.tabId, signals: many }))).toBe(
    'invalidInput',
  );
  await ada.tab.must(setCallMedia, { callId, media: { ...media, microphone: false } });
  await bo.tab.next(callChanged, ({ call }) => call.participants.some((member) => !member.media.microphone));
});

test('CHAT-12l starting calls is rate limited', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const room = await privateRoom(ada, bo);
  for (let count = 0; count < 5; count += 1) {
    const { call } = await startCallAs(ada, room.id);
    await ada.tab.must(leaveCall, { callId: call.callId });
  }
  const sixth = await ada.tab.ask(startCall, { roomId: room.id, tabId: ada.tabId, media });
  expect(sixth.error?.code).toBe('tooManyRequests');
  foyer.advance(10_000);
  await startCallAs(ada, room.id);
});

test('CHAT-12m a participant who has reconnected receives signals over the new connection', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const { callId } = await startAndJoin(ada, (await privateRoom(ada, bo)).id, bo);
  for (const { tab } of [ada, bo]) tab.socket.terminate();
  await Promise.all([ada.tab.closed, bo.tab.closed]);
  const again = await openTabOf(foyer, ada);
  expect((await again.must(subscribeToCalls, {})).calls).toMatchObject([{ callId }]);
  const joined = await again.must(joinCall, { callId, tabId: ada.tabId, media });
  expect(joined.call.participants.map(({ tabId }) => tabId)).toEqual([ada.tabId, bo.tabId]);
  await again.must(sendCallSignals, { callId, to: bo.tabId, signals: [candidate('early')] });
  const bos = await openTabOf(foyer, bo);
  await bos.must(joinCall, { callId, tabId: bo.tabId, media });
  await again.must(sendCallSignals, { callId, to: bo.tabId, signals: [candidate('late')] });
  await receivedCandidate(bos, 'late');
});
