import { once } from 'node:events';
import { expect, test } from 'vitest';
import {
  choosePresence,
  closeCodes,
  enterArea,
  leaveArea,
  openRealtime,
  ping,
  saveProfile,
  setAccountBlocked,
  watchPresence,
  welcome,
} from '@foyer/contract';
import { testEngine } from '#testing/database';
import type { Foyer } from '#testing/foyer';
import { openSocket, openTab, Tab, ticketFor } from '#testing/tab';
import { attend, namesOf, seen, settled, uidsOf, viewOf } from './testing/presence.ts';
import { Beats, Nodes } from './testing/nodes.ts';

/** Several servers share a PostgreSQL; SQLite has one owner. */
const severalServers = testEngine === 'postgres' ? test : () => undefined;

/** A tab and the id of its server. */
async function open(
  foyer: Foyer,
  areaId: string,
  as: { token: string },
): Promise<{ tab: Tab; node: string }> {
  const tab = new Tab(openSocket(foyer, { ticket: await ticketFor(foyer, { as }) }));
  const { nodeId } = await tab.next(welcome);
  await tab.must(enterArea, { areaId });
  return { tab, node: nodeId };
}

/** A minute passes for all servers, in which the first of the tabs goes out and in, and is told so. */
async function aMinute({ foyers }: Nodes, tabs: readonly [Tab, ...Tab[]]): Promise<void> {
  const [walker] = tabs;
  for (let passed = 0; passed < 60_000; passed += 5_000) {
    for (const foyer of foyers) foyer.pass(5_000);
    // So that none of them is taken for silent.
    for (const tab of tabs) await tab.must(ping, {});
    await walker.must(leaveArea, {});
    const told = walker.events.length;
    await walker.must(enterArea, { areaId: 'lobby' });
    await expect.poll(() => walker.events.length).toBeGreaterThan(told);
  }
}

severalServers('a session that is ended on one server ends on all, and is known nowhere', async () => {
  const { foyers } = await Nodes.start(2);
  const [one, two] = foyers as [Foyer, Foyer];
  const ada = await one.account();
  const tab = await attend(two, 'lobby', { as: ada });
  await one.must(setAccountBlocked, { params: { userId: ada.id }, body: { blocked: true } });
  expect(await tab.closed).toBe(closeCodes.sessionEnded);
  expect((await two.call(openRealtime, {}, { as: ada })).fault?.code).toBe('unauthorized');
});

severalServers(
  'PRESENCE-03b on three servers whose clocks disagree everybody sees the same people',
  async () => {
    const { foyers } = await Nodes.start(3);
    const [one, two, three] = foyers as [Foyer, Foyer, Foyer];
    two.pass(30_000);
    three.pass(-30_000);
    const [ada, bo, cy] = await Promise.all(['Ada', 'Bo', 'Cy'].map((name) => one.account({ name })));
    const adas = await attend(one, 'lobby', { as: ada! });
    const bos = await attend(two, 'lobby', { as: bo! });
    const cys = await attend(three, 'lobby', { as: cy! });
    const tabs = [adas, bos, cys];
    for (const tab of tabs) await seen(tab, namesOf).toEqual(['Ada', 'Bo', 'Cy']);
    // Of a person on two servers the tab that entered last says where, also where its server's clock is behind.
    const bosOther = await attend(three, 'lounge', { as: bo! });
    for (const tab of [adas, cys]) await seen(tab, namesOf).toEqual(['Ada', 'Cy']);
    for (const tab of tabs)
      await seen(tab, ({ counts }) => counts).toEqual({ total: 3, areas: { lobby: 2, lounge: 1 } });
    await bosOther.must(choosePresence, { status: 'Busy', invisible: false });
    await seen(bos, ({ own }) => own?.status).toBe('Busy');
    await bos.must(choosePresence, { status: 'Available', invisible: true });
    await seen(bosOther, ({ own }) => own).toEqual({ status: 'Available', invisible: true, idle: false });
    for (const tab of tabs)
      await seen(tab, ({ counts }) => counts).toEqual({ total: 2, areas: { lobby: 2 } });
    const params = { architectureId: 'nightfall' };
    await three.must(saveProfile, { params, body: { attributes: { name: 'Augusta' } } }, { as: ada! });
    for (const tab of [adas, cys]) await seen(tab, namesOf).toEqual(['Augusta', 'Cy']);
    await two.must(setAccountBlocked, { params: { userId: ada!.id }, body: { blocked: true } });
    await seen(cys, namesOf).toEqual(['Cy']);
  },
);

severalServers('P17 a server that restarts shows nobody as gone who comes back to another one', async () => {
  const { foyers } = await Nodes.start(2);
  const [one, two] = foyers as [Foyer, Foyer];
  const [ada, bo, watcher] = await Promise.all([one.account(), one.account(), one.account()]);
  const adas = await attend(one, 'lobby', { as: ada });
  await attend(one, 'lobby', { as: bo });
  const [watching, mover] = [await openTab(two, { as: watcher }), await attend(two, 'lobby', { as: 'host' })];
  await watching.must(watchPresence, { scope: 'everyone' });
  await seen(watching, ({ people }) => people.size).toBe(4);
  await one.stop();
  expect(await adas.closed).toBe(closeCodes.restart);
  await attend(two, 'lobby', { as: ada });
  two.pass(9_000);
  await settled(watching, mover);
  expect(viewOf(watching).gone).toEqual([]);
  two.pass(1_000);
  await seen(watching, ({ gone }) => gone).toEqual([bo.id]);
  expect(uidsOf(viewOf(watching))).toContain(ada.id);
});

severalServers(
  'PRESENCE-04i, P9 a killed server’s people are gone within 60 s, but for those who came back elsewhere',
  async () => {
    const nodes = await Nodes.start(1);
    const [one] = nodes.foyers as [Foyer];
    const beats = await Beats.of(nodes);
    const [ada, bo, watcher] = await Promise.all([one.account(), one.account(), one.account()]);
    const { foyer: other, child } = await nodes.process();
    const there = async (email: string) => attend(other, 'lobby', { as: await other.people.signIn(email) });
    await there(ada.email);
    const bos = await there(bo.email);
    const { tab: watching, node } = await open(one, 'lobby', watcher);
    await seen(watching, ({ people }) => people.size).toBe(3);
    const killed = once(child, 'exit');
    child.kill('SIGKILL');
    await killed;
    expect(await bos.closed).toBe(1006);
    const { tab: again } = await open(one, 'lounge', bo);
    await seen(again, ({ counts }) => counts).toEqual({ total: 3, areas: { lobby: 2, lounge: 1 } });
    await beats.pass(one, node, 55_000, [watching, again]);
    await seen(watching, ({ counts }) => counts).toEqual({ total: 2, areas: { lobby: 1, lounge: 1 } });
    await seen(again, ({ people }) => [...people.keys()]).toEqual([bo.id]);
  },
);

severalServers(
  'P14b Redis is stopped for a minute: one’s own server goes on, and afterwards all agree again',
  async () => {
    const nodes = await Nodes.start(2);
    const [one, two] = nodes.foyers as [Foyer, Foyer];
    const [ada, bo, cy, dee] = await Promise.all([1, 2, 3, 4].map(() => one.account()));
    const adas = await attend(one, 'lobby', { as: ada! });
    const bos = await attend(two, 'lobby', { as: bo! });
    await seen(adas, uidsOf).toEqual([ada!.id, bo!.id].toSorted());
    await nodes.redis.stop();
    const cys = await attend(one, 'lobby', { as: cy! });
    await seen(adas, uidsOf).toContain(cy!.id);
    await aMinute(nodes, [adas, bos, cys]);
    expect([...viewOf(adas).gone, ...viewOf(bos).gone].filter((uid) => uid !== ada!.id)).toEqual([]);
    const dees = await attend(two, 'lobby', { as: dee! });
    await bos.must(enterArea, { areaId: 'lounge' });
    await nodes.redis.start();
    for (const tab of [adas, cys, dees])
      await seen(tab, uidsOf).toEqual([ada!.id, cy!.id, dee!.id].toSorted());
    for (const tab of [adas, bos])
      await seen(tab, ({ counts }) => counts).toEqual({ total: 4, areas: { lobby: 3, lounge: 1 } });
  },
);

severalServers(
  'P14c a bus that is stuck for a minute, and then tells all at once, shows nobody as gone',
  async () => {
    const nodes = await Nodes.start(2);
    const [one, two] = nodes.foyers as [Foyer, Foyer];
    const [ada, bo] = await Promise.all([one.account(), one.account()]);
    const adas = await attend(one, 'lobby', { as: ada });
    const bos = await attend(two, 'lobby', { as: bo });
    for (const tab of [adas, bos]) await seen(tab, ({ people }) => people.size).toBe(2);
    const before = bos.events.length;
    nodes.redis.pause();
    await aMinute(nodes, [adas, bos]);
    nodes.redis.resume();
    await adas.must(enterArea, { areaId: 'lounge' });
    await seen(bos, ({ counts }) => counts).toEqual({ total: 2, areas: { lobby: 1, lounge: 1 } });
    expect(viewOf(adas).gone).not.toContain(bo.id);
    const counts = bos.events.slice(before).filter(({ event }) => event === 'presence.counts');
    expect(JSON.stringify(counts)).not.toContain('"total":1');
  },
);

severalServers(
  'P14d every message of the bus comes ten times more, in any order, and nobody notices',
  async () => {
    const nodes = await Nodes.start(2);
    const [one, two] = nodes.foyers as [Foyer, Foyer];
    const [listener, sender] = [await nodes.client(), await nodes.client()];
    const heard: (readonly [channel: string, text: string])[] = [];
    const replayed = new Set<string>();
    listener.on('message', (channel: string, text: string) => {
      if (!replayed.has(text)) heard.push([channel, text]);
      replayed.add(text);
    });
    await listener.subscribe('foyer:presence-LIVE', 'foyer:nodes');
    const replay = async () => {
      const tenfold = Array.from({ length: 10 }, () => heard).flat();
      // The newest first, and those of both servers mixed.
      for (const [channel, text] of tenfold.toReversed()) await sender.publish(channel, text);
    };
    const [ada, bo, cy, dee] = await Promise.all([1, 2, 3, 4].map(() => one.account()));
    const adas = await attend(one, 'lobby', { as: ada! });
    const bos = await attend(two, 'lobby', { as: bo! });
    // Whole states are among what is told again, of both servers; each may have told its own before.
    await sender.publish('foyer:presence-LIVE', 'x {"kind":"ask"}');
    const tellers = () =>
      new Set(
        heard.filter(([, text]) => text.includes('"kind":"all"')).map(([, text]) => text.split(' ')[0]),
      );
    await expect.poll(() => tellers().size).toBe(2);
    const cys = await attend(two, 'lobby', { as: cy! });
    await attend(two, 'lobby', { as: dee! });
    await seen(adas, ({ people }) => people.size).toBe(4);
    await replay();
    await cys.must(enterArea, { areaId: 'lounge' });
    await seen(adas, uidsOf).toEqual([ada!.id, bo!.id, dee!.id].toSorted());
    await replay();
    const late = await openTab(one, { as: ada! });
    await late.must(enterArea, { areaId: 'lounge' });
    await seen(cys, uidsOf).toEqual([ada!.id, cy!.id].toSorted());
    expect(viewOf(adas).gone).toEqual([cy!.id, ada!.id]);
    for (const tab of [adas, bos, cys])
      await seen(tab, ({ counts }) => counts).toEqual({ total: 4, areas: { lobby: 2, lounge: 2 } });
  },
);

test('P14e a server that is alone on its bus goes on when there is none', async () => {
  const nodes = await Nodes.start(1);
  const [one] = nodes.foyers as [Foyer];
  const [ada, bo] = await Promise.all([one.account(), one.account()]);
  const adas = await attend(one, 'lobby', { as: ada });
  await seen(adas, uidsOf).toEqual([ada.id]);
  await nodes.redis.stop();
  await attend(one, 'lobby', { as: bo });
  await seen(adas, uidsOf).toEqual([ada.id, bo.id].toSorted());
});
