import { expect, test } from 'vitest';
import {
  blockInChat,
  callRinging,
  changeCallMedia,
  declineCall,
  joinCall,
  leaveCall,
  leaveChatRoom,
  setAccountBlocked,
  startCall,
  watchCalls,
} from '@foyer/contract';
import { callRungInvited } from '@foyer/contract/limits';
import { startFoyer } from '#testing/foyer';
import { openTab } from '#testing/tab';
import { publishExample, twoAreas } from '#testing/venues';
import {
  absent,
  callers,
  groupOf,
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

test('CHAT-05b who is not of the room, a guest, or somebody who has left it, is in no call', async () => {
  const foyer = await startCalls();
  const [ada, bo, cy, eve] = await callers(foyer, 'Ada', 'Bo', 'Cy', 'Eve');
  const room = await groupOf(ada, [bo.id, cy.id]);
  const { callId } = await together(ada, room.id, bo, cy);
  const input = { tabId: tabName(), media };
  expect(await refused(eve.tab.ask(startCall, { roomId: room.id, ...input }))).toBe('notFound');
  expect(await refused(eve.tab.ask(joinCall, { callId, ...input }))).toBe('notFound');
  expect(await refused(eve.tab.ask(declineCall, { callId }))).toBe('notFound');
  expect(await refused(eve.tab.ask(leaveCall, { callId }))).toBe('forbidden');
  expect(await refused(eve.tab.ask(changeCallMedia, { callId, media }))).toBe('forbidden');
  expect(await refused(ada.tab.ask(startCall, { roomId: 'none', ...input }))).toBe('notFound');
  // The name of a tab is no key to a place.
  expect(await refused(cy.tab.ask(joinCall, { callId, tabId: ada.tabId, media }))).toBe('conflict');
  await cy.tab.must(leaveChatRoom, { roomId: room.id });
  await pass([foyer], [ada.tab, bo.tab, cy.tab, eve.tab], 5_000);
  await membersAre(ada.tab, ada, bo);
  expect(await refused(cy.tab.ask(joinCall, { callId, tabId: cy.tabId, media }))).toBe('notFound');
  await foyer.must(setAccountBlocked, { params: { userId: bo.id }, body: { blocked: true } });
  await membersAre(ada.tab);
});

test('CHAT-05c guests have no calls', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer, twoAreas());
  const guest = await openTab(foyer, { as: 'guest' });
  expect(await refused(guest.ask(watchCalls, {}))).toBe('forbidden');
  expect(await refused(guest.ask(startCall, { roomId: 'r', tabId: tabName(), media }))).toBe('forbidden');
});

test('CHAT-05d whoever a host has silenced starts no call, and whoever was blocked is not rung', async () => {
  const foyer = await startCalls();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const room = await privateRoom(ada, bo);
  const { db } = foyer.running.storage;
  await db.insertInto('chatSilence').values({ mode: 'LIVE', userId: ada.id, until: null }).execute();
  const asAda = ada.tab.ask(startCall, { roomId: room.id, tabId: ada.tabId, media });
  expect(await refused(asAda)).toBe('cannotPublish');
  // Others may call them.
  const { callId } = await together(bo, room.id, ada);
  await db.insertInto('chatBlock').values({ userId: bo.id, blockedId: ada.id }).execute();
  await pass([foyer], [ada.tab, bo.tab], 5_000);
  await membersAre(bo.tab);
  expect(await refused(bo.tab.ask(joinCall, { callId, tabId: bo.tabId, media }))).toBe('notFound');
  expect(await refused(bo.tab.ask(startCall, { roomId: room.id, tabId: bo.tabId, media }))).toBe(
    'cannotPublish',
  );
});

test('CHAT-19a where calls are off, each of them says that video chat is not enabled', async () => {
  const foyer = await startCalls({ env: { CALLS: 'off' } });
  const tab = await openTab(foyer);
  expect(await refused(tab.ask(watchCalls, {}))).toBe('functionUnsupported');
  const input = { roomId: 'r1', tabId: tabName(), media };
  const { fault } = await tab.ask(startCall, input);
  expect(fault).toMatchObject({ code: 'functionUnsupported', errMsg: 'Video chat is not enabled here.' });
});

test('CHAT-12v nobody gathers a crowd in a private group to make it ring', async () => {
  const foyer = await startCalls();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const crowd = await absent(foyer, callRungInvited - 1);
  const large = await groupOf(ada, [bo.id, ...crowd]);
  const { call } = await start(ada, large.id);
  expect(await bo.tab.must(watchCalls, {})).toMatchObject({
    calls: [{ callId: call.callId }],
    ringing: [],
  });
  const small = await groupOf(ada, [bo.id, ...crowd.slice(1)]);
  await start(ada, small.id);
  expect((await bo.tab.must(watchCalls, {})).ringing).toMatchObject([{ call: { roomId: small.id } }]);
});

test('CHAT-05h whoever has blocked somebody is told why they do not join them', async () => {
  const foyer = await startCalls();
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  const { call } = await start(ada, (await privateRoom(ada, bo)).id);
  await bo.tab.must(blockInChat, { userId: ada.id, blocked: true });
  const { fault } = await bo.tab.ask(joinCall, { callId: call.callId, tabId: bo.tabId, media });
  expect(fault).toMatchObject({ code: 'cannotPublish', details: { reason: 'blocked' } });
});

test('CHAT-15h whoever has blocked the caller is not rung in a group, sees the call and may join it', async () => {
  const foyer = await startCalls();
  const [ada, bo, cy] = await callers(foyer, 'Ada', 'Bo', 'Cy');
  const room = await groupOf(bo, [ada.id, cy.id]);
  await ada.tab.must(blockInChat, { userId: bo.id, blocked: true });
  const { call } = await start(bo, room.id);
  await cy.tab.next(callRinging);
  expect(await ada.tab.must(watchCalls, {})).toMatchObject({ calls: [{ callId: call.callId }], ringing: [] });
  await cy.tab.must(declineCall, { callId: call.callId });
  await membersAre(bo.tab);
  // With nobody to ring it waits, as a call in a large group does.
  await cy.tab.must(blockInChat, { userId: bo.id, blocked: true });
  const again = await start(bo, room.id);
  expect((await cy.tab.must(watchCalls, {})).ringing).toEqual([]);
  await bo.tab.must(changeCallMedia, { callId: again.call.callId, media: { ...media, camera: false } });
  await join(ada, again.call.callId);
  await membersAre(bo.tab, ada, bo);
});
