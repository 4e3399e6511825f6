import { expect, test } from 'vitest';
import {
  callChanged,
  callDeclined,
  callQuiet,
  callRinging,
  changeCallMedia,
  chatChanged,
  declineCall,
  joinCall,
  leaveCall,
  listChatRooms,
  openChatRoom,
  signalCall,
  startCall,
  watchCalls,
  type ChatNotice,
} from '@foyer/contract';
import { openTab, type Tab } from '#testing/tab';
import {
  absent,
  another,
  callers,
  groupOf,
  heardCandidate,
  join,
  media,
  membersAre,
  pass,
  privateRoom,
  refused,
  start,
  startCalls,
  tabName,
  together,
} from './testing/calls.ts';

const candidate = (text: string) => ({ candidate: { candidate: text, sdpMid: '0' } });
const noticeIn = async (tab: Tab): Promise<ChatNotice | undefined> =>
  (await tab.next(chatChanged, ({ message }) => message.notice?.kind.startsWith('call') === true)).message
    .notice;

test('CHAT-12a a call rings on all tabs of the other, and on none of one’s own', async () => {
  const foyer = await startCalls();
  const [ada, bo, cy] = await callers(foyer, 'Ada', 'Bo', 'Cy');
  const bosOther = await another(foyer, bo);
  const room = await privateRoom(ada, bo);
  const { call, livekit } = await start(ada, room.id);
  expect(livekit).toBeUndefined();
  expect(call).toMatchObject({ roomId: room.id, engine: 'mesh', startedAt: foyer.now });
  expect(call.members).toEqual([{ tabId: ada.tabId, person: { uid: ada.id, name: 'Ada' }, media }]);
  for (const tab of [bo.tab, bosOther])
    expect(await tab.next(callRinging)).toEqual({ call, from: { uid: ada.id, name: 'Ada' } });
  // A tab that comes while it rings is told.
  const bosLate = await openTab(foyer, { as: bo.person });
  expect((await bosLate.must(watchCalls, {})).ringing).toMatchObject([{ call: { callId: call.callId } }]);
  expect(await cy.tab.must(watchCalls, {})).toEqual({ calls: [], ringing: [] });
  expect((await ada.tab.must(watchCalls, {})).ringing).toEqual([]);
});

test('CHAT-12b whoever accepts on one tab is rung no more on the others', async () => {
  const foyer = await startCalls();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const bosOther = await another(foyer, bo);
  const { call } = await start(ada, (await privateRoom(ada, bo)).id);
  await bosOther.next(callRinging);
  const joined = await join(bo, call.callId);
  expect(joined.call.members.map(({ person }) => person.name)).toEqual(['Ada', 'Bo']);
  expect(await bosOther.next(callQuiet)).toEqual({ callId: call.callId, why: 'accepted' });
  await membersAre(ada.tab, ada, bo);
});

test('CHAT-12c declining ends the ringing everywhere, is told to who calls, and the room says missed', async () => {
  const foyer = await startCalls();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const bosOther = await another(foyer, bo);
  const room = await privateRoom(ada, bo);
  await bo.tab.must(listChatRooms, {});
  const { call } = await start(ada, room.id);
  await bo.tab.must(openChatRoom, { with: ada.id });
  await bo.tab.must(declineCall, { callId: call.callId });
  expect(await ada.tab.next(callDeclined)).toEqual({ callId: call.callId, person: { uid: bo.id } });
  await membersAre(ada.tab);
  for (const tab of [bo.tab, bosOther])
    expect(await tab.next(callQuiet)).toEqual({ callId: call.callId, why: 'declined' });
  expect(await noticeIn(bo.tab)).toEqual({ kind: 'callMissed' });
  expect(await refused(bo.tab.ask(joinCall, { callId: call.callId, tabId: bo.tabId, media }))).toBe(
    'notFound',
  );
});

test('CHAT-12d after 45 s a call is missed', async () => {
  const foyer = await startCalls();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const { call } = await start(ada, (await privateRoom(ada, bo)).id);
  await pass([foyer], [ada.tab, bo.tab], 30_000);
  expect((await bo.tab.must(watchCalls, {})).ringing).toHaveLength(1);
  foyer.pass(15_000);
  expect(await bo.tab.next(callQuiet)).toEqual({ callId: call.callId, why: 'missed' });
  await membersAre(ada.tab);
  expect(await noticeIn(ada.tab)).toEqual({ kind: 'callMissed' });
});

test('CHAT-12e the last but one who leaves ends it, and the room says how long it took', async () => {
  const foyer = await startCalls();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const room = await privateRoom(ada, bo);
  foyer.pass(3_000);
  const { callId } = await together(ada, room.id, bo);
  foyer.pass(20_000);
  await bo.tab.must(leaveCall, { callId });
  await membersAre(ada.tab);
  expect(await noticeIn(ada.tab)).toEqual({ kind: 'callEnded', lastedMs: 20_000 });
  expect(await refused(ada.tab.ask(leaveCall, { callId }))).toBe('notFound');
  // The next call is another one.
  expect((await start(bo, room.id)).call.callId).not.toBe(callId);
});

test('CHAT-12f whoever calls and gives up is heard no more', async () => {
  const foyer = await startCalls();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const { call } = await start(ada, (await privateRoom(ada, bo)).id);
  await bo.tab.next(callRinging);
  await ada.tab.must(leaveCall, { callId: call.callId });
  expect(await bo.tab.next(callQuiet)).toEqual({ callId: call.callId, why: 'ended' });
});

test('CHAT-12g of two who call each other at the same time there is one call, with both in it', async () => {
  const foyer = await startCalls();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const room = await privateRoom(ada, bo);
  const [one, other] = await Promise.all([start(ada, room.id), start(bo, room.id)]);
  expect(one.call.callId).toBe(other.call.callId);
  for (const { tab } of [ada, bo]) await membersAre(tab, ada, bo);
});

test('CHAT-12h six are in a call of a group, and nobody more', async () => {
  const foyer = await startCalls();
  const all = await callers(foyer, 'Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Fay', 'Gus');
  const [ada, ...others] = all;
  const last = others.pop();
  const room = await groupOf(
    ada,
    [...others, last].map((person) => person?.id ?? ''),
  );
  const call = await together(ada, room.id, ...others);
  expect(call.members).toHaveLength(6);
  const late = { callId: call.callId, tabId: last?.tabId ?? '', media };
  expect(await refused(last!.tab.ask(joinCall, late))).toBe('conflict');
  await ada.tab.must(leaveCall, { callId: call.callId });
  await last!.tab.must(joinCall, late);
});

test('CHAT-12i a large open group is not rung: its members see that there is a call', async () => {
  const foyer = await startCalls();
  const [ada, bo, cy] = await callers(foyer, 'Ada', 'Bo', 'Cy');
  const away = await absent(foyer, 4);
  const small = await groupOf(ada, [bo.id, cy.id], 'group');
  const { call: rung } = await start(ada, small.id);
  await bo.tab.next(callRinging, ({ call }) => call.callId === rung.callId);
  await ada.tab.must(leaveCall, { callId: rung.callId });
  const large = await groupOf(ada, [bo.id, cy.id, ...away], 'group');
  const { call } = await start(ada, large.id);
  await bo.tab.next(callChanged, (told) => told.call.callId === call.callId);
  expect((await bo.tab.must(watchCalls, {})).ringing).toEqual([]);
  // Nobody is waited for, and nobody gives up.
  await pass([foyer], [ada.tab, bo.tab, cy.tab], 60_000);
  await join(bo, call.callId);
  await membersAre(ada.tab, ada, bo);
});

test('CHAT-12ai where nobody is rung the room says that a call began, and how long it took if anybody came', async () => {
  const foyer = await startCalls();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const large = await groupOf(ada, [bo.id, ...(await absent(foyer, 5))], 'group');
  await bo.tab.must(listChatRooms, {});
  const { call } = await start(ada, large.id);
  expect(call.rang).toBe(false);
  expect((await bo.tab.next(callChanged)).call.rang).toBe(false);
  expect(await noticeIn(bo.tab)).toEqual({ kind: 'callStarted' });
  await ada.tab.must(leaveCall, { callId: call.callId });
  await membersAre(bo.tab);
  // Of one to which nobody came nothing more is said: the next word is of the next one.
  const { call: next } = await start(ada, large.id);
  expect(await noticeIn(bo.tab)).toEqual({ kind: 'callStarted' });
  await join(bo, next.callId);
  await pass([foyer], [ada.tab, bo.tab], 5_000);
  await ada.tab.must(leaveCall, { callId: next.callId });
  expect(await noticeIn(bo.tab)).toEqual({ kind: 'callEnded', lastedMs: 5_000 });
  const small = await groupOf(ada, [bo.id, ...(await absent(foyer, 4))], 'group');
  expect((await start(ada, small.id)).call.rang).toBe(true);
});

test('CHAT-12j a tab that loses its connection comes back under its name; whoever stays away for 15 s is gone', async () => {
  const foyer = await startCalls();
  const [ada, bo, cy] = await callers(foyer, 'Ada', 'Bo', 'Cy');
  const room = await groupOf(ada, [bo.id, cy.id]);
  const { callId } = await together(ada, room.id, bo, cy);
  bo.tab.socket.terminate();
  cy.tab.socket.terminate();
  await Promise.all([bo.tab.closed, cy.tab.closed]);
  const again = await another(foyer, bo);
  await pass([foyer], [ada.tab, again], 10_000);
  const { call } = await again.must(joinCall, { callId, tabId: bo.tabId, media });
  expect(call.members.map(({ tabId }) => tabId)).toEqual([ada.tabId, bo.tabId, cy.tabId]);
  await pass([foyer], [ada.tab, again], 10_000);
  await membersAre(ada.tab, ada, bo);
});

test('CHAT-12k a tab that is closed leaves at once; another tab of a person takes the place of the first', async () => {
  const foyer = await startCalls();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const room = await privateRoom(ada, bo);
  const { callId } = await together(ada, room.id, bo);
  const other = await another(foyer, bo);
  const tabId = tabName();
  await other.must(joinCall, { callId, tabId, media });
  const { call } = await ada.tab.next(callChanged, (told) =>
    told.call.members.some((member) => member.tabId === tabId),
  );
  expect(call.members.map((member) => member.tabId)).toEqual([ada.tabId, tabId]);
  expect(await refused(bo.tab.ask(leaveCall, { callId }))).toBe('forbidden');
  await other.close();
  await membersAre(ada.tab);
});

test('CHAT-05a what browsers say to each other is passed on in order, within the call alone', async () => {
  const foyer = await startCalls();
  const [ada, bo, cy] = await callers(foyer, 'Ada', 'Bo', 'Cy');
  const { callId } = await together(ada, (await privateRoom(ada, bo)).id, bo);
  await together(cy, (await privateRoom(cy, ada)).id);
  const description = { description: { type: 'offer' as const, sdp: 'v=0' } };
  const signals = [description, candidate('one'), { candidate: null }];
  await ada.tab.must(signalCall, { callId, to: bo.tabId, signals });
  expect(await bo.tab.next('call.signalled')).toEqual({ callId, from: ada.tabId, signals });
  const said = (tab: Tab, to: string) => tab.ask(signalCall, { callId, to, signals });
  expect(await refused(said(ada.tab, cy.tabId))).toBe('notFound');
  expect(await refused(said(cy.tab, bo.tabId))).toBe('forbidden');
  expect(await refused(said(await another(foyer, ada), bo.tabId))).toBe('forbidden');
  const long = { description: { type: 'offer' as const, sdp: 'x'.repeat(48_001) } };
  expect(await refused(ada.tab.ask(signalCall, { callId, to: bo.tabId, signals: [long] }))).toBe(
    'invalidInput',
  );
  const many = Array.from({ length: 21 }, () => candidate('x'));
  expect(await refused(ada.tab.ask(signalCall, { callId, to: bo.tabId, signals: many }))).toBe(
    'invalidInput',
  );
  await ada.tab.must(changeCallMedia, { callId, media: { ...media, microphone: false } });
  await bo.tab.next(callChanged, ({ call }) => call.members.some((member) => !member.media.microphone));
});

test('CHAT-12l nobody rings others without end', async () => {
  const foyer = await startCalls();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const room = await privateRoom(ada, bo);
  for (let time = 0; time < 5; time += 1) {
    const { call } = await start(ada, room.id);
    await ada.tab.must(leaveCall, { callId: call.callId });
  }
  const sixth = await ada.tab.ask(startCall, { roomId: room.id, tabId: ada.tabId, media });
  expect(sixth.fault?.code).toBe('tooManyRequests');
  foyer.pass(10_000);
  await start(ada, room.id);
});

test('CHAT-12m whoever has lost the line meanwhile is reached again over the new one', async () => {
  const foyer = await startCalls();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const { callId } = await together(ada, (await privateRoom(ada, bo)).id, bo);
  for (const { tab } of [ada, bo]) tab.socket.terminate();
  await Promise.all([ada.tab.closed, bo.tab.closed]);
  const again = await another(foyer, ada);
  expect((await again.must(watchCalls, {})).calls).toMatchObject([{ callId }]);
  const joined = await again.must(joinCall, { callId, tabId: ada.tabId, media });
  expect(joined.call.members.map(({ tabId }) => tabId)).toEqual([ada.tabId, bo.tabId]);
  await again.must(signalCall, { callId, to: bo.tabId, signals: [candidate('early')] });
  const bos = await another(foyer, bo);
  await bos.must(joinCall, { callId, tabId: bo.tabId, media });
  await again.must(signalCall, { callId, to: bo.tabId, signals: [candidate('late')] });
  await heardCandidate(bos, 'late');
});
