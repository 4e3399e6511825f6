import { expect, test } from 'vitest';
import {
  setChatUserBlocked,
  callRinging,
  callRingingStopped,
  setCallMedia,
  declineCall,
  joinCall,
  leaveCall,
  leaveChatRoom,
  setAccountBlocked,
  startCall,
  subscribeToCalls,
} from '@foyer/contract';
import { callRingPrivateGroupMax } from '@foyer/contract/limits';
import { startFoyer } from '#testing/foyer';
import { connectTab } from '#testing/tab';
import { startTwoAreas, publishExample, twoAreas } from '#testing/venues';
import {
  absentUserIds,
  callers,
  createGroup,
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

test('CHAT-05b only members of the room can be in its call', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo, cy, eve] = await callers(foyer, 'Ada', 'Bo', 'Cy', 'Eve');
  const room = await createGroup(ada, [bo.id, cy.id]);
  const { callId } = await startAndJoin(ada, room.id, bo, cy);
  const input = { tabId: newTabId(), media };
  expect(await errorCodeOf(eve.tab.ask(startCall, { roomId: room.id, ...input }))).toBe('notFound');
  expect(await errorCodeOf(eve.tab.ask(joinCall, { callId, ...input }))).toBe('notFound');
  expect(await errorCodeOf(eve.tab.ask(declineCall, { callId }))).toBe('notFound');
  expect(await errorCodeOf(eve.tab.ask(leaveCall, { callId }))).toBe('forbidden');
  expect(await errorCodeOf(eve.tab.ask(setCallMedia, { callId, media }))).toBe('forbidden');
  expect(await errorCodeOf(ada.tab.ask(startCall, { roomId: 'none', ...input }))).toBe('notFound');
  // Another user's tabId does not give access.
  expect(await errorCodeOf(cy.tab.ask(joinCall, { callId, tabId: ada.tabId, media }))).toBe('conflict');
  await cy.tab.must(leaveChatRoom, { roomId: room.id });
  await pass([foyer], [ada.tab, bo.tab, cy.tab, eve.tab], 5_000);
  await expectParticipants(ada.tab, ada, bo);
  expect(await errorCodeOf(cy.tab.ask(joinCall, { callId, tabId: cy.tabId, media }))).toBe('notFound');
  await foyer.must(setAccountBlocked, { params: { userId: bo.id }, body: { blocked: true } });
  await expectParticipants(ada.tab);
});

test('CHAT-05c guests have no calls', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer, twoAreas());
  const guest = await connectTab(foyer, { as: 'guest' });
  expect(await errorCodeOf(guest.ask(subscribeToCalls, {}))).toBe('forbidden');
  expect(await errorCodeOf(guest.ask(startCall, { roomId: 'r', tabId: newTabId(), media }))).toBe(
    'forbidden',
  );
});

test('CHAT-05d muted users cannot start calls, and a block ends a private call', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const room = await privateRoom(ada, bo);
  const { db } = foyer.running.storage;
  await db.insertInto('chatMute').values({ mode: 'LIVE', userId: ada.id, until: null }).execute();
  const asAda = ada.tab.ask(startCall, { roomId: room.id, tabId: ada.tabId, media });
  expect(await errorCodeOf(asAda)).toBe('cannotPost');
  // Others may call a muted user.
  const { callId } = await startAndJoin(bo, room.id, ada);
  await db.insertInto('chatBlock').values({ userId: bo.id, blockedId: ada.id }).execute();
  await pass([foyer], [ada.tab, bo.tab], 5_000);
  await expectParticipants(bo.tab);
  expect(await errorCodeOf(bo.tab.ask(joinCall, { callId, tabId: bo.tabId, media }))).toBe('notFound');
  expect(await errorCodeOf(bo.tab.ask(startCall, { roomId: room.id, tabId: bo.tabId, media }))).toBe(
    'cannotPost',
  );
});

test('CHAT-19a if calls are disabled, every command fails with “Video chat is not enabled”', async () => {
  const foyer = await startTwoAreas({ env: { CALLS: 'off' } });
  const tab = await connectTab(foyer);
  expect(await errorCodeOf(tab.ask(subscribeToCalls, {}))).toBe('functionUnsupported');
  const input = { roomId: 'r1', tabId: newTabId(), media };
  const { error } = await tab.ask(startCall, input);
  expect(error).toMatchObject({ code: 'functionUnsupported', errMsg: 'Video chat is not enabled.' });
});

test('CHAT-12ao a call in a large private group does not ring', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const crowd = await absentUserIds(foyer, callRingPrivateGroupMax - 1);
  const large = await createGroup(ada, [bo.id, ...crowd]);
  const { call } = await startCallAs(ada, large.id);
  expect(await bo.tab.must(subscribeToCalls, {})).toMatchObject({
    calls: [{ callId: call.callId }],
    ringing: [],
  });
  const small = await createGroup(ada, [bo.id, ...crowd.slice(1)]);
  await startCallAs(ada, small.id);
  expect((await bo.tab.must(subscribeToCalls, {})).ringing).toMatchObject([{ call: { roomId: small.id } }]);
});

test('CHAT-05j joining a call with a blocked user fails with the reason', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const { call } = await startCallAs(ada, (await privateRoom(ada, bo)).id);
  await bo.tab.must(setChatUserBlocked, { userId: ada.id, blocked: true });
  const { error } = await bo.tab.ask(joinCall, { callId: call.callId, tabId: bo.tabId, media });
  expect(error).toMatchObject({ code: 'cannotPost', details: { reason: 'blocked' } });
});

test('CHAT-15s a call stops ringing for a member who blocks the caller meanwhile', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo, cy] = await callers(foyer, 'Ada', 'Bo', 'Cy');
  const room = await createGroup(bo, [ada.id, cy.id]);
  const { call } = await startCallAs(bo, room.id);
  await Promise.all([ada.tab.next(callRinging), cy.tab.next(callRinging)]);
  await ada.tab.must(setChatUserBlocked, { userId: bo.id, blocked: true });
  await pass([foyer], [ada.tab, bo.tab, cy.tab], 5_000);
  await ada.tab.next(callRingingStopped);
  const { calls, ringing } = await ada.tab.must(subscribeToCalls, {});
  expect([calls.length, ringing]).toEqual([1, []]);
  expect((await cy.tab.must(subscribeToCalls, {})).ringing).toMatchObject([
    { call: { callId: call.callId } },
  ]);
});

test('CHAT-15t a private call that rings ends when either user blocks the other', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  await startCallAs(bo, (await privateRoom(bo, ada)).id);
  await ada.tab.next(callRinging);
  await ada.tab.must(setChatUserBlocked, { userId: bo.id, blocked: true });
  await pass([foyer], [ada.tab, bo.tab], 5_000);
  await ada.tab.next(callRingingStopped);
  await expectParticipants(bo.tab);
});

test('CHAT-15h a call does not ring for members who have blocked the caller, but they see it and may join', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo, cy] = await callers(foyer, 'Ada', 'Bo', 'Cy');
  const room = await createGroup(bo, [ada.id, cy.id]);
  await ada.tab.must(setChatUserBlocked, { userId: bo.id, blocked: true });
  const { call } = await startCallAs(bo, room.id);
  await cy.tab.next(callRinging);
  expect(await ada.tab.must(subscribeToCalls, {})).toMatchObject({
    calls: [{ callId: call.callId }],
    ringing: [],
  });
  await cy.tab.must(declineCall, { callId: call.callId });
  await expectParticipants(bo.tab);
  // A call that rings for no one stays open, as in a large group.
  await cy.tab.must(setChatUserBlocked, { userId: bo.id, blocked: true });
  const again = await startCallAs(bo, room.id);
  expect((await cy.tab.must(subscribeToCalls, {})).ringing).toEqual([]);
  await bo.tab.must(setCallMedia, { callId: again.call.callId, media: { ...media, camera: false } });
  await joinCallAs(ada, again.call.callId);
  await expectParticipants(bo.tab, ada, bo);
});
