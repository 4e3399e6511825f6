import { expect, test } from 'vitest';
import {
  followUsers,
  setPresenceStatus,
  deleteAccount,
  enterArea,
  exportAccount,
  createRealtimeTicket,
  uploadProfilePicture,
  saveProfile,
  setAccountRoles,
  setIdle,
  subscribeToPresence,
  type Command,
} from '@foyer/contract';
import { maxFollowedUsers } from '@foyer/contract/limits';
import sharp from 'sharp';
import { startFoyer } from '#testing/foyer';
import { testPassword } from '#testing/testUsers';
import { connectTab, type Tab } from '#testing/tab';
import { startTwoAreas, publishExample } from '#testing/venues';
import { attend, pollView, uidsOf, viewOf } from './testing/presence.ts';

const params = { architectureId: 'nightfall' };

test('PRESENCE-05a the status Busy holds on every device and is stored', async () => {
  const foyer = await startTwoAreas();
  const ada = await foyer.account();
  const phone = { ...ada, ...(await foyer.users.signIn(ada.email)) };
  const [tab, phones] = [
    await attend(foyer, 'lobby', { as: ada }),
    await attend(foyer, 'lobby', { as: phone }),
  ];
  const watcher = await attend(foyer, 'lobby', { as: 'host' });
  await tab.must(setPresenceStatus, { status: 'Busy', invisible: false });
  for (const own of [tab, phones])
    await pollView(own, (view) => view.own).toEqual({ status: 'Busy', invisible: false, idle: false });
  await pollView(watcher, ({ attendees }) => attendees.get(ada.id)?.status).toBe('Busy');
  // Busy takes precedence over idle.
  for (const own of [tab, phones]) await own.must(setIdle, { idle: true });
  await pollView(phones, ({ own }) => own?.idle).toBe(true);
  expect(viewOf(watcher).attendees.get(ada.id)?.status).toBe('Busy');
  for (const own of [tab, phones]) await own.close();
  foyer.advance(5_000);
  await pollView(watcher, ({ removed }) => removed).toEqual([ada.id]);
  const again = await attend(foyer, 'lobby', { as: ada });
  await pollView(again, ({ own }) => own?.status).toBe('Busy');
  await again.must(setPresenceStatus, { status: 'Available', invisible: false });
  await pollView(watcher, ({ attendees }) => attendees.get(ada.id)?.status).toBeUndefined();
});

test('PRESENCE-05b an invisible user is on no list and in no count, and sees everyone', async () => {
  const foyer = await startTwoAreas();
  const ada = await foyer.account();
  const tab = await attend(foyer, 'lobby', { as: ada });
  const watcher = await attend(foyer, 'lobby', { as: 'host' });
  await pollView(watcher, ({ counts }) => counts).toEqual({ total: 2, areas: { lobby: 2 } });
  await tab.must(setPresenceStatus, { status: 'Available', invisible: true });
  await pollView(watcher, uidsOf).not.toContain(ada.id);
  await pollView(watcher, ({ counts }) => counts).toEqual({ total: 1, areas: { lobby: 1 } });
  await pollView(tab, ({ attendees, own }) => [attendees.size, own?.invisible]).toEqual([1, true]);
  // A new tab of an invisible user is invisible from the start.
  const other = await connectTab(foyer, { as: 'designer' });
  await other.must(subscribeToPresence, { scope: 'everyone' });
  await pollView(other, ({ attendees }) => attendees.size).toBe(2);
  await tab.close();
  foyer.advance(5_000);
  const again = await attend(foyer, 'lounge', { as: ada });
  await pollView(again, ({ own, scope }) => [own?.invisible, scope]).toEqual([true, 'lounge']);
  expect(JSON.stringify(other.events)).not.toContain(ada.id);
  await again.must(setPresenceStatus, { status: 'Available', invisible: false });
  await pollView(other, uidsOf).toContain(ada.id);
});

test('PRESENCE-02d a changed name, picture or role appears immediately', async () => {
  const foyer = await startTwoAreas();
  const ada = await foyer.account({ name: 'Ada' });
  await attend(foyer, 'lobby', { as: ada });
  const watcher = await attend(foyer, 'lobby', { as: 'host' });
  const adas = ({ attendees }: ReturnType<typeof viewOf>) => attendees.get(ada.id);
  await pollView(watcher, (view) => adas(view)?.name).toBe('Ada');
  const attributes = { name: 'Augusta', company: 'Engines' };
  await foyer.must(saveProfile, { params, body: { attributes } }, { as: ada });
  await pollView(watcher, adas).toMatchObject(attributes);
  await foyer.must(setAccountRoles, { params: { userId: ada.id }, body: { roles: ['ROLE_HOST'] } });
  await pollView(watcher, (view) => adas(view)?.host).toBe(true);
  const square = { create: { width: 512, height: 512, channels: 3, background: '#f70041' } } as const;
  const body = new Uint8Array(await sharp(square).png().toBuffer());
  const { pictureGeneration } = await foyer.must(uploadProfilePicture, { body }, { as: ada });
  await pollView(watcher, (view) => adas(view)?.picture).toBe(String(pictureGeneration));
});

test('the chosen status is exported with the account and deleted with it', async () => {
  const foyer = await startTwoAreas();
  const ada = await foyer.account();
  const tab = await connectTab(foyer, { as: ada });
  await tab.must(setPresenceStatus, { status: 'Busy', invisible: true });
  const exported = JSON.parse(
    Buffer.from((await foyer.call(exportAccount, {}, { as: ada })).bytes).toString(),
  ) as { presence: unknown };
  expect(exported.presence).toEqual({ status: 'Busy', invisible: true });
  const { storage } = foyer.running;
  const stored = () => storage.read.selectFrom('presenceChoice').select('accountId').execute();
  expect(await stored()).toEqual([{ accountId: ada.id }]);
  await foyer.must(deleteAccount, { body: { email: ada.email, currentPassword: testPassword } }, { as: ada });
  expect(await stored()).toEqual([]);
});

const commands = [
  (tab: Tab) => tab.ask(setPresenceStatus, { status: 'Busy', invisible: false }),
  (tab: Tab) => tab.ask(setIdle, { idle: true }),
  (tab: Tab) => tab.ask(subscribeToPresence, { scope: 'everyone' }),
];

/** Expects that every presence command is rejected and that the tab has received no presence events. */
async function expectNoPresence(tab: Tab, why: RegExp): Promise<void> {
  for (const ask of commands) {
    const { error } = await ask(tab);
    expect([error?.code, error?.errMsg]).toEqual(['forbidden', expect.stringMatching(why)]);
  }
  expect(tab.events.filter(({ event }) => event.startsWith('presence.'))).toEqual([]);
}

test('PRESENCE-01d without a login, or if disabled, no presence is sent', async () => {
  const open = await startFoyer();
  await publishExample(open);
  for (const as of ['attendee', 'guest', 'anonymous'] as const)
    await expectNoPresence(
      await attend(open, 'lobby', { as }),
      as === 'attendee' ? /not enabled/ : /account/,
    );
  const off = await startTwoAreas({ env: { USER_PRESENCE: 'false' } });
  await expectNoPresence(await attend(off, 'lobby'), /not enabled/);
});

test('PRESENCE-01e callers without an account have no presence: a stage link, the admin key', async () => {
  const foyer = await startTwoAreas();
  const designer = await attend(foyer, 'lobby', { as: 'designer', mode: 'STAGE' });
  for (const as of ['stage', 'admin'] as const)
    await expectNoPresence(await attend(foyer, 'lobby', { as, mode: 'STAGE' }), /account/);
  await pollView(designer, ({ counts }) => counts?.total).toBe(1);
});

test('bad input 39: a foreign uid, an unknown mode and unknown keys are rejected', async () => {
  const foyer = await startTwoAreas();
  const [tab, bo] = [await attend(foyer, 'lobby', { as: 'attendee' }), await foyer.account()];
  const ask = (command: Command, input: unknown) => tab.ask(command, input);
  for (const [command, input] of [
    [setPresenceStatus, { status: 'Busy', invisible: false, uid: bo.id }],
    [setPresenceStatus, { status: 'Busy', invisible: false, uid: '' }],
    [setPresenceStatus, { status: 'Idle', invisible: false }],
    [setPresenceStatus, { status: 'Busy', invisible: 'yes' }],
    [subscribeToPresence, { scope: '../live/x' }],
    [subscribeToPresence, { scope: 'everyone', mode: 'STAGE' }],
    [followUsers, { userIds: Array.from({ length: maxFollowedUsers + 1 }, (_, index) => `u${index}`) }],
    [followUsers, { userIds: ['../live/x'] }],
    [setIdle, { idle: 1 }],
    [enterArea, { areaId: '../live/x' }],
  ] as const)
    expect((await ask(command, input)).error?.code, JSON.stringify(input)).toBe('invalidInput');
  expect((await foyer.call(createRealtimeTicket, {}, { as: 'attendee', mode: 'STAGE' })).error?.code).toBe(
    'forbidden',
  );
  expect((await foyer.fetch('/api/realtime/ticket?mode=UNKNOWN', { method: 'POST' })).status).toBeGreaterThan(
    399,
  );
  await pollView(tab, ({ own }) => own).toEqual({ status: 'Available', invisible: false, idle: false });
});

test('bad input 39: two hundred updates per second are limited, and twenty tabs count as one user', async () => {
  const foyer = await startTwoAreas();
  const ada = await foyer.account();
  const watcher = await attend(foyer, 'lobby', { as: 'host' });
  const tabs = await Promise.all(Array.from({ length: 20 }, () => attend(foyer, 'lobby', { as: ada })));
  await pollView(watcher, ({ counts }) => counts).toEqual({ total: 2, areas: { lobby: 2 } });
  const [first, ...others] = tabs;
  const responses = Array.from({ length: 200 }, (_, index) => first!.ask(setIdle, { idle: index % 2 === 0 }));
  const limited = (await Promise.all(responses)).filter(({ error }) => error?.code === 'tooManyRequests');
  expect(limited.length).toBeGreaterThan(150);
  await Promise.all(others.map((tab) => tab.close()));
  foyer.advance(5_000);
  await pollView(watcher, ({ counts, removed }) => [counts?.total, removed]).toEqual([2, []]);
});
