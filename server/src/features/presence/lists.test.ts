import { randomInt, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  enterArea,
  followedPresence,
  followUsers,
  leaveArea,
  fromColumns,
  presenceSnapshot,
  setIdle,
  setPresenceStatus,
  subscribeToPresence,
} from '@foyer/contract';
import { connectTab } from '#testing/tab';
import { testStart } from '#testing/foyer';
import { startTwoAreas } from '#testing/venues';
import { attend, messageIn, namesOf, pollView, uidsOf, viewOf } from './testing/presence.ts';
import { Roster, toRosterEntry } from './broadcast/roster.ts';
import { Scope } from './broadcast/scope.ts';

test('PRESENCE-03a entering an area sends its attendees, and afterwards who enters and leaves', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo] = [await foyer.account({ name: 'Ada' }), await foyer.account({ name: 'Bo' })];
  const adas = await attend(foyer, 'lobby', { as: ada });
  await pollView(adas, namesOf).toEqual(['Ada']);
  const bos = await attend(foyer, 'lobby', { as: bo });
  await pollView(bos, namesOf).toEqual(['Ada', 'Bo']);
  await pollView(adas, namesOf).toEqual(['Ada', 'Bo']);
  await bos.must(enterArea, { areaId: 'lounge' });
  await pollView(adas, namesOf).toEqual(['Ada']);
  await pollView(bos, ({ scope, attendees }) => [scope, attendees.size]).toEqual(['lounge', 1]);
  await bos.must(leaveArea, {});
  await pollView(adas, ({ counts }) => counts).toEqual({ total: 2, areas: { lobby: 1 } });
});

test('PRESENCE-02a a record has the fields of the profile that are not empty, and a timestamp', async () => {
  const foyer = await startTwoAreas();
  const ada = await foyer.account({
    name: 'Ada',
    company: 'Engines',
    title: 'Countess',
    roles: ['ROLE_HOST'],
  });
  const bo = await foyer.account();
  const tab = await attend(foyer, 'lobby', { as: ada });
  const bos = await connectTab(foyer, { as: bo });
  await bos.must(subscribeToPresence, { scope: 'everyone' });
  await pollView(bos, uidsOf).toEqual([ada.id, bo.id].toSorted());
  const { attendees } = viewOf(bos);
  expect(attendees.get(ada.id)).toEqual({
    uid: ada.id,
    areaId: 'lobby',
    name: 'Ada',
    company: 'Engines',
    title: 'Countess',
    timestamp: expect.any(Number),
    host: true,
  });
  expect(attendees.get(bo.id)).toEqual({ uid: bo.id, timestamp: expect.any(Number) });
  const written = attendees.get(ada.id)?.timestamp ?? 0;
  expect(written - foyer.now).toBeLessThan(1_000);
  foyer.advance(20_000);
  await tab.must(enterArea, { areaId: 'lounge' });
  await pollView(bos, (view) => view.attendees.get(ada.id)?.timestamp).toBeGreaterThanOrEqual(foyer.now);
});

test('PRESENCE-05s a tab follows single users in whichever area, and those who are invisible or offline are removed', async () => {
  const foyer = await startTwoAreas();
  const [ada, bo, cy] = [await foyer.account(), await foyer.account({ name: 'Bo' }), await foyer.account()];
  const watcher = await attend(foyer, 'lobby', { as: ada });
  const bos = await attend(foyer, 'lounge', { as: bo });
  await pollView(watcher, ({ counts }) => counts?.areas).toEqual({ lobby: 1, lounge: 1 });
  const complete = () => watcher.next(followedPresence, (event) => event.complete === true);
  const updateOf = (uid: string, status?: 'Busy') =>
    watcher.next(followedPresence, ({ updated }) =>
      updated.some((record) => record.uid === uid && record.areaId === 'lounge' && record.status === status),
    );
  await watcher.must(followUsers, { userIds: [bo.id, cy.id] });
  expect(await complete()).toEqual({
    updated: [expect.objectContaining({ uid: bo.id, areaId: 'lounge', name: 'Bo' })],
    removed: [cy.id],
    complete: true,
  });
  const cys = await attend(foyer, 'lounge', { as: cy });
  await updateOf(cy.id);
  await bos.must(setPresenceStatus, { status: 'Busy', invisible: false });
  await updateOf(bo.id, 'Busy');
  await bos.must(setPresenceStatus, { status: 'Busy', invisible: true });
  await watcher.next(followedPresence, ({ removed }) => removed.includes(bo.id));
  await watcher.must(followUsers, { userIds: [bo.id] });
  expect(await complete()).toEqual({ updated: [], removed: [bo.id], complete: true });
  watcher.events.length = 0;
  await cys.must(setPresenceStatus, { status: 'Busy', invisible: false });
  await pollView(bos, ({ attendees }) => attendees.get(cy.id)?.status).toBe('Busy');
  await bos.must(setPresenceStatus, { status: 'Available', invisible: false });
  await updateOf(bo.id);
  expect(watcher.events.filter(({ event }) => event === followedPresence.name)).toEqual([]);
  const stage = await attend(foyer, 'lobby', { as: 'designer', mode: 'STAGE' });
  await stage.must(followUsers, { userIds: [bo.id] });
  expect(await stage.next(followedPresence)).toEqual({ updated: [], removed: [bo.id], complete: true });
});

test('PRESENCE-02b the live venue and the stage have separate lists', async () => {
  const foyer = await startTwoAreas();
  const live = await attend(foyer, 'lobby', { as: 'designer' });
  const stage = await attend(foyer, 'lobby', { as: 'designer', mode: 'STAGE' });
  const other = await attend(foyer, 'lobby', { as: 'attendee' });
  await pollView(live, namesOf).toEqual(['Ada Attendee', 'Dana Designer']);
  await pollView(other, ({ counts }) => counts?.total).toBe(2);
  await pollView(stage, ({ attendees, counts }) => [attendees.size, counts?.total]).toEqual([1, 1]);
});

test('PRESENCE-02c several tabs of a user count once, in the area that was entered last', async () => {
  const foyer = await startTwoAreas();
  const ada = await foyer.account({ name: 'Ada' });
  const first = await attend(foyer, 'lobby', { as: ada });
  const watcher = await attend(foyer, 'lobby', { as: 'host' });
  await pollView(watcher, ({ counts }) => counts).toEqual({ total: 2, areas: { lobby: 2 } });
  const second = await attend(foyer, 'lounge', { as: ada });
  await pollView(watcher, ({ counts }) => counts).toEqual({ total: 2, areas: { lobby: 1, lounge: 1 } });
  await first.must(leaveArea, {});
  await first.must(enterArea, { areaId: 'lobby' });
  await pollView(watcher, uidsOf).toContain(ada.id);
  await first.close();
  foyer.advance(3_000);
  await pollView(watcher, ({ counts }) => counts).toEqual({ total: 2, areas: { lobby: 1, lounge: 1 } });
  await second.must(leaveArea, {});
  await pollView(watcher, ({ counts }) => counts).toEqual({ total: 2, areas: { lobby: 1 } });
});

test('P9b the snapshot of 5,000 attendees with company and title has at most 150 kB', () => {
  const roster = new Roster();
  const first = 'Ada Bo Cyril Dana Emil Fatima Gustav Hana Igor Jun Klara Liam Mona Nils Olga Pavel'.split(
    ' ',
  );
  const titles = ['Engineer', 'Head of Design', 'Student', 'Director', 'Lighting Technician', 'Producer'];
  const last = 'Adler Berger Carlsen Dubois Engel Fischer Garcia Haddad Ivanova Jensen Kowalski Novak'.split(
    ' ',
  );
  for (let index = 0; index < 5_000; index++) {
    const name = `${first[randomInt(first.length)]} ${last[randomInt(last.length)]}`;
    const company = `Company ${randomInt(800)} and Sons`;
    const title = titles[randomInt(titles.length)] ?? '';
    const timestamp = testStart + randomInt(3_600) * 1_000;
    const uid = randomUUID();
    roster.set(uid, toRosterEntry({ uid, areaId: `area-${index % 50}`, name, company, title, timestamp }));
  }
  const scope = new Scope<string>({ kind: 'everyone' }, 0);
  scope.newSubscribers.add('a tab');
  const frame = scope.snapshot(roster);
  expect(frame?.length).toBeLessThan(150_000);
  const { attendees } = presenceSnapshot.data.parse(messageIn(frame!).data);
  expect(fromColumns(attendees)).toEqual(Array.from(roster.byArea(), ({ record }) => record));
});

test('a tab that subscribes to everyone gets all attendees, and only its area after it has unsubscribed', async () => {
  const foyer = await startTwoAreas();
  const tab = await attend(foyer, 'lobby', { as: 'attendee' });
  await attend(foyer, 'lounge', { as: 'host' });
  await tab.must(subscribeToPresence, { scope: 'everyone' });
  await pollView(tab, ({ scope, attendees }) => [scope, attendees.size]).toEqual(['everyone', 2]);
  await attend(foyer, 'lounge', { as: 'designer' });
  await pollView(tab, ({ attendees }) => attendees.size).toBe(3);
  await tab.must(subscribeToPresence, { scope: 'area' });
  await pollView(tab, ({ scope, attendees }) => [scope, attendees.size]).toEqual(['lobby', 1]);
});

test('a user is idle while all their tabs are idle', async () => {
  const foyer = await startTwoAreas();
  const ada = await foyer.account();
  const [one, two] = [await attend(foyer, 'lobby', { as: ada }), await attend(foyer, 'lobby', { as: ada })];
  const watcher = await attend(foyer, 'lobby', { as: 'host' });
  await one.must(setIdle, { idle: true });
  await two.must(setIdle, { idle: true });
  await pollView(watcher, ({ attendees }) => attendees.get(ada.id)?.status).toBe('Idle');
  await pollView(one, ({ own }) => own).toEqual({ status: 'Available', invisible: false, idle: true });
  await two.must(setIdle, { idle: false });
  await pollView(watcher, ({ attendees }) => attendees.get(ada.id)?.status).toBeUndefined();
  await pollView(one, ({ own }) => own?.idle).toBe(false);
});

test('P9a a long snapshot is one compressed frame, shared by all new subscribers of a tick', async () => {
  const foyer = await startTwoAreas();
  const attendees = await Promise.all(
    Array.from({ length: 12 }, (_, index) => foyer.account({ name: `An attendee with the number ${index}` })),
  );
  const tabs = await Promise.all(attendees.map((user) => connectTab(foyer, { as: user })));
  await pollView(tabs[0]!, ({ counts }) => counts?.total).toBe(attendees.length);
  const frames: Buffer[] = [];
  for (const tab of tabs)
    tab.socket.on('message', (data, isBinary) => {
      if (isBinary) frames.push(data as Buffer);
    });
  await Promise.all(tabs.map((tab) => tab.must(subscribeToPresence, { scope: 'everyone' })));
  for (const tab of tabs)
    await tab.next(presenceSnapshot, (data) => data.attendees.uid.length === attendees.length);
  expect(frames).toHaveLength(tabs.length);
  expect(new Set(frames.map((frame) => frame.toString('base64'))).size).toBeLessThan(tabs.length);
});
