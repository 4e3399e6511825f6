import { expect, test } from 'vitest';
import {
  setPresenceStatus,
  closeCodes,
  enterArea,
  leaveArea,
  createRealtimeTicket,
  ping,
  saveProfile,
  setAccountBlocked,
  setIdle,
  subscribeToPresence,
  welcome,
} from '@foyer/contract';
import { testEngine } from '#testing/database';
import type { Foyer } from '#testing/foyer';
import { Nodes } from '#testing/nodes';
import { openSocket, connectTab, Tab, createTicket } from '#testing/tab';
import { startTwoAreas } from '#testing/venues';
import {
  attend,
  namesOf,
  pollView,
  changesDelivered,
  uidsOf,
  viewOf,
  type View,
} from './testing/presence.ts';
import { Heartbeats } from './testing/heartbeats.ts';

/** Several servers can share a PostgreSQL, but not an SQLite database. */
const multiNodeTest = testEngine === 'postgres' ? test : () => undefined;

/** Opens a tab in an area. Returns it with the id of its server. */
async function open(
  foyer: Foyer,
  areaId: string,
  as: { token: string },
): Promise<{ tab: Tab; node: string }> {
  const tab = new Tab(openSocket(foyer, { ticket: await createTicket(foyer, { as }) }));
  const { nodeId } = await tab.next(welcome);
  await tab.must(enterArea, { areaId });
  return { tab, node: nodeId };
}

/**
 * Lets a minute pass for all servers, meanwhile the first tab leaves and enters its area and receives the events.
 */
async function passMinute({ foyers }: Nodes, tabs: readonly [Tab, ...Tab[]]): Promise<void> {
  const [walker] = tabs;
  for (let passed = 0; passed < 60_000; passed += 5_000) {
    for (const foyer of foyers) foyer.advance(5_000);
    // Keeps the connections from being closed as silent.
    for (const tab of tabs) await tab.must(ping, {});
    await walker.must(leaveArea, {});
    const received = walker.events.length;
    await walker.must(enterArea, { areaId: 'lobby' });
    await expect.poll(() => walker.events.length).toBeGreaterThan(received);
  }
}

multiNodeTest('a session that ends on one server ends on all, and none accepts it', async () => {
  const { foyers } = await Nodes.start(2, startTwoAreas);
  const [one, two] = foyers as [Foyer, Foyer];
  const ada = await one.account();
  const tab = await attend(two, 'lobby', { as: ada });
  await one.must(setAccountBlocked, { params: { userId: ada.id }, body: { blocked: true } });
  expect(await tab.closed).toBe(closeCodes.sessionEnded);
  expect((await two.call(createRealtimeTicket, {}, { as: ada })).error?.code).toBe('unauthorized');
});

multiNodeTest('PRESENCE-03j attendees of three servers whose clocks disagree see the same list', async () => {
  const { foyers } = await Nodes.start(3, startTwoAreas);
  const [one, two, three] = foyers as [Foyer, Foyer, Foyer];
  two.advance(30_000);
  three.advance(-30_000);
  const [ada, bo, cy] = await Promise.all(['Ada', 'Bo', 'Cy'].map((name) => one.account({ name })));
  const adas = await attend(one, 'lobby', { as: ada! });
  const bos = await attend(two, 'lobby', { as: bo! });
  const cys = await attend(three, 'lobby', { as: cy! });
  const tabs = [adas, bos, cys];
  for (const tab of tabs) await pollView(tab, namesOf).toEqual(['Ada', 'Bo', 'Cy']);
  // The tab that entered last determines the area of a user on two servers, even if its server's clock is behind.
  const bosOther = await attend(three, 'lounge', { as: bo! });
  for (const tab of [adas, cys]) await pollView(tab, namesOf).toEqual(['Ada', 'Cy']);
  for (const tab of tabs)
    await pollView(tab, ({ counts }) => counts).toEqual({ total: 3, areas: { lobby: 2, lounge: 1 } });
  await bosOther.must(setPresenceStatus, { status: 'Busy', invisible: false });
  await pollView(bos, ({ own }) => own?.status).toBe('Busy');
  await bos.must(setPresenceStatus, { status: 'Available', invisible: true });
  await pollView(bosOther, ({ own }) => own).toEqual({ status: 'Available', invisible: true, idle: false });
  for (const tab of tabs)
    await pollView(tab, ({ counts }) => counts).toEqual({ total: 2, areas: { lobby: 2 } });
  const params = { architectureId: 'nightfall' };
  await three.must(saveProfile, { params, body: { attributes: { name: 'Augusta' } } }, { as: ada! });
  for (const tab of [adas, cys]) await pollView(tab, namesOf).toEqual(['Augusta', 'Cy']);
  await two.must(setAccountBlocked, { params: { userId: ada!.id }, body: { blocked: true } });
  await pollView(cys, namesOf).toEqual(['Cy']);
});

multiNodeTest('PRESENCE-05p a user is not idle while a tab on another server is in use', async () => {
  const { foyers } = await Nodes.start(2, startTwoAreas);
  const [one, two] = foyers as [Foyer, Foyer];
  const ada = await one.account();
  const [here, there] = [await attend(one, 'lobby', { as: ada }), await attend(two, 'lobby', { as: ada })];
  const watcher = await attend(one, 'lobby', { as: 'host' });
  const status = ({ attendees }: View) => attendees.get(ada.id)?.status ?? 'Available';
  for (const [used, other] of [
    [there, here],
    [here, there],
  ] as const) {
    for (const tab of [here, there]) await tab.must(setIdle, { idle: true });
    await pollView(watcher, status).toBe('Idle');
    await used.must(setIdle, { idle: false });
    await pollView(watcher, status).toBe('Available');
    await pollView(other, ({ own }) => own?.idle).toBe(false);
  }
});

multiNodeTest('P17 a user who reconnects to another server during a restart is not removed', async () => {
  const { foyers } = await Nodes.start(3, startTwoAreas);
  const [one, two, three] = foyers as [Foyer, Foyer, Foyer];
  const [ada, bo, watcher] = await Promise.all([one.account(), one.account(), one.account()]);
  const adas = await attend(one, 'lobby', { as: ada });
  await attend(one, 'lobby', { as: bo });
  const [watching, mover] = [
    await connectTab(two, { as: watcher }),
    await attend(three, 'lobby', { as: 'host' }),
  ];
  await watching.must(subscribeToPresence, { scope: 'everyone' });
  await pollView(watching, ({ attendees }) => attendees.size).toBe(4);
  await one.stop();
  expect(await adas.closed).toBe(closeCodes.restart);
  await attend(two, 'lounge', { as: ada });
  // From here on the second server knows her too.
  await pollView(watching, ({ attendees }) => attendees.get(ada.id)?.areaId).toBe('lounge');
  // A change of the third server arrives after the stop of the first one, from which the ten seconds count.
  await changesDelivered(watching, mover);
  for (const foyer of [two, three]) foyer.advance(9_000);
  await changesDelivered(watching, mover);
  expect(viewOf(watching).removed).toEqual([]);
  for (const foyer of [two, three]) foyer.advance(1_000);
  await pollView(watching, ({ removed }) => removed).toEqual([bo.id]);
  expect(uidsOf(viewOf(watching))).toContain(ada.id);
});

multiNodeTest(
  'PRESENCE-04i, P9 users of a killed server are removed within 60 s, except those who reconnected to another one',
  async () => {
    const nodes = await Nodes.start(1, startTwoAreas);
    const [one] = nodes.foyers as [Foyer];
    const heartbeats = await Heartbeats.of(nodes);
    const [ada, bo, watcher] = await Promise.all([one.account(), one.account(), one.account()]);
    const { foyer: other, kill } = await nodes.process();
    const there = async (email: string) => attend(other, 'lobby', { as: await other.users.signIn(email) });
    await there(ada.email);
    const bos = await there(bo.email);
    const { tab: watching, node } = await open(one, 'lobby', watcher);
    await pollView(watching, ({ attendees }) => attendees.size).toBe(3);
    await kill();
    expect(await bos.closed).toBe(1006);
    const { tab: again } = await open(one, 'lounge', bo);
    await pollView(again, ({ counts }) => counts).toEqual({ total: 3, areas: { lobby: 2, lounge: 1 } });
    await heartbeats.pass(one, node, 55_000, [watching, again]);
    await pollView(watching, ({ counts }) => counts).toEqual({ total: 2, areas: { lobby: 1, lounge: 1 } });
    await pollView(again, ({ attendees }) => [...attendees.keys()]).toEqual([bo.id]);
  },
);

multiNodeTest(
  'P14b while Redis is stopped each server continues alone, and afterwards all agree again',
  async () => {
    const nodes = await Nodes.start(2, startTwoAreas);
    const [one, two] = nodes.foyers as [Foyer, Foyer];
    const [ada, bo, cy, dee] = await Promise.all([1, 2, 3, 4].map(() => one.account()));
    const adas = await attend(one, 'lobby', { as: ada! });
    const bos = await attend(two, 'lobby', { as: bo! });
    await pollView(adas, uidsOf).toEqual([ada!.id, bo!.id].toSorted());
    await nodes.redis.stop();
    const cys = await attend(one, 'lobby', { as: cy! });
    await pollView(adas, uidsOf).toContain(cy!.id);
    await passMinute(nodes, [adas, bos, cys]);
    expect([...viewOf(adas).removed, ...viewOf(bos).removed].filter((uid) => uid !== ada!.id)).toEqual([]);
    const dees = await attend(two, 'lobby', { as: dee! });
    await bos.must(enterArea, { areaId: 'lounge' });
    await nodes.redis.start();
    for (const tab of [adas, cys, dees])
      await pollView(tab, uidsOf).toEqual([ada!.id, cy!.id, dee!.id].toSorted());
    for (const tab of [adas, bos])
      await pollView(tab, ({ counts }) => counts).toEqual({ total: 4, areas: { lobby: 3, lounge: 1 } });
  },
);

multiNodeTest(
  'P14c no one is removed when the bus is stuck for a minute and then delivers everything at once',
  async () => {
    const nodes = await Nodes.start(2, startTwoAreas);
    const [one, two] = nodes.foyers as [Foyer, Foyer];
    const [ada, bo] = await Promise.all([one.account(), one.account()]);
    const adas = await attend(one, 'lobby', { as: ada });
    const bos = await attend(two, 'lobby', { as: bo });
    for (const tab of [adas, bos]) await pollView(tab, ({ attendees }) => attendees.size).toBe(2);
    const before = bos.events.length;
    nodes.redis.pause();
    await passMinute(nodes, [adas, bos]);
    nodes.redis.resume();
    await adas.must(enterArea, { areaId: 'lounge' });
    await pollView(bos, ({ counts }) => counts).toEqual({ total: 2, areas: { lobby: 1, lounge: 1 } });
    expect(viewOf(adas).removed).not.toContain(bo.id);
    const counts = bos.events.slice(before).filter(({ event }) => event === 'presence.counts');
    expect(JSON.stringify(counts)).not.toContain('"total":1');
  },
);

multiNodeTest('P14d bus messages that are repeated ten times in any order have no effect', async () => {
  const nodes = await Nodes.start(2, startTwoAreas);
  const [one, two] = nodes.foyers as [Foyer, Foyer];
  const [listener, sender] = [await nodes.client(), await nodes.client()];
  const recorded: (readonly [channel: string, text: string])[] = [];
  const replayed = new Set<string>();
  listener.on('message', (channel: string, text: string) => {
    if (!replayed.has(text)) recorded.push([channel, text]);
    replayed.add(text);
  });
  await listener.subscribe('foyer:presence-LIVE', 'foyer:nodes');
  const replay = async () => {
    const tenfold = Array.from({ length: 10 }, () => recorded).flat();
    // Newest first, the messages of both servers mixed.
    for (const [channel, text] of tenfold.toReversed()) await sender.publish(channel, text);
  };
  const [ada, bo, cy, dee] = await Promise.all([1, 2, 3, 4].map(() => one.account()));
  const adas = await attend(one, 'lobby', { as: ada! });
  const bos = await attend(two, 'lobby', { as: bo! });
  // Ask both servers for their complete state, so that it is among the repeated messages.
  await sender.publish('foyer:presence-LIVE', 'x {"kind":"request"}');
  const senders = () =>
    new Set(
      recorded.filter(([, text]) => text.includes('"kind":"all"')).map(([, text]) => text.split(' ')[0]),
    );
  await expect.poll(() => senders().size).toBe(2);
  const cys = await attend(two, 'lobby', { as: cy! });
  await attend(two, 'lobby', { as: dee! });
  await pollView(adas, ({ attendees }) => attendees.size).toBe(4);
  await replay();
  await cys.must(enterArea, { areaId: 'lounge' });
  await pollView(adas, uidsOf).toEqual([ada!.id, bo!.id, dee!.id].toSorted());
  await replay();
  const late = await connectTab(one, { as: ada! });
  await late.must(enterArea, { areaId: 'lounge' });
  await pollView(cys, uidsOf).toEqual([ada!.id, cy!.id].toSorted());
  expect(viewOf(adas).removed).toEqual([cy!.id, ada!.id]);
  for (const tab of [adas, bos, cys])
    await pollView(tab, ({ counts }) => counts).toEqual({ total: 4, areas: { lobby: 2, lounge: 2 } });
});

test('P14e a single server continues without its bus', async () => {
  const nodes = await Nodes.start(1, startTwoAreas);
  const [one] = nodes.foyers as [Foyer];
  const [ada, bo] = await Promise.all([one.account(), one.account()]);
  const adas = await attend(one, 'lobby', { as: ada });
  await pollView(adas, uidsOf).toEqual([ada.id]);
  await nodes.redis.stop();
  await attend(one, 'lobby', { as: bo });
  await pollView(adas, uidsOf).toEqual([ada.id, bo.id].toSorted());
});
