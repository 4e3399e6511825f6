import { setImmediate as turn } from 'node:timers/promises';
import type { EventMessage } from '@foyer/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Cluster } from '#platform/cluster/cluster';
import { FaultyBus } from '#testing/faultyBus';
import { createLog } from '#platform/log/log';
import { applyEvents, messageIn, type View } from './testing/presence.ts';
import { UserDetailsCache } from './userDetailsCache.ts';
import type { PresenceTab } from './tabs.ts';
import { ModePresence } from './modePresence.ts';
import { LogicalClock } from './logicalClock.ts';

const runs = { numRuns: 200, seed: 20_261_120 };
const log = createLog('silent');

/** A tab and the events it has received. */
interface TestTab {
  readonly tab: PresenceTab;
  readonly events: EventMessage[];
}

/** The live presence of one node, with its own clock. */
class TestNode {
  readonly name: string;
  readonly cluster: Cluster;
  readonly presence: ModePresence;
  readonly userDetails: UserDetailsCache;
  readonly logicalClock: LogicalClock;
  tabs: TestTab[] = [];
  now: number;
  private readonly timers: (() => void)[] = [];

  constructor(name: string, bus: FaultyBus, now: number) {
    this.name = name;
    this.now = now;
    const clock = () => this.now;
    this.logicalClock = new LogicalClock(clock);
    this.userDetails = new UserDetailsCache({
      describe: async (uids) =>
        new Map(uids.map((uid) => [uid, { name: `Name of ${uid}`, company: '', title: '', host: false }])),
      store: { choices: async () => new Map() },
      logicalClock: this.logicalClock,
      log,
      onChange: (uid) => this.presence.markChanged(uid),
    });
    const { userDetails, logicalClock } = this;
    const every = (_milliseconds: number, run: () => void) => {
      this.timers.push(run);
      return () => undefined;
    };
    this.cluster = new Cluster({ bus: bus.join(name), nodeId: name, monotonicClock: clock, every, log });
    this.presence = new ModePresence({
      mode: 'LIVE',
      cluster: this.cluster,
      userDetails,
      logicalClock,
      monotonicClock: clock,
      tabsPerTick: 1,
    });
    this.cluster.start();
  }

  tick(): void {
    for (const run of this.timers) run();
    this.presence.tick();
  }

  open(uid: string): void {
    const events: EventMessage[] = [];
    this.tabs.push({
      tab: this.presence.open({ send: (frame) => events.push(messageIn(frame)) }, uid),
      events,
    });
  }

  close(testTab: TestTab, graceMs: number): void {
    this.tabs = this.tabs.filter((other) => other !== testTab);
    this.presence.close(testTab.tab, graceMs);
  }

  get uids(): string[] {
    return this.tabs.map(({ tab }) => tab.uid);
  }
}

/** An action on a node. `pick` selects a tab, user, area or bus message by its index, modulo their number. */
type Step = readonly [action: Action, node: number, pick: number];
const actions = [
  'open',
  'close',
  'blink',
  'enter',
  'enter',
  'idle',
  'watch',
  'choose',
  'pass',
  'tick',
  'tick',
  'hand',
  'hand',
  'hand',
  'double',
  'lose',
] as const;
type Action = (typeof actions)[number];

const areas = ['lobby', 'lounge', 'garden'];
const attendees = ['ada', 'bo', 'cy', 'dee'];
const at = <T>(list: readonly T[], pick: number): T | undefined => list[pick % (list.length || 1)];

function runStep(bus: FaultyBus, node: TestNode, [action, , pick]: Step): void {
  const { presence } = node;
  const tab = at(node.tabs, pick);
  const onNode = {
    open: () => node.open(at(attendees, pick) ?? ''),
    pass: () => void (node.now += pick * 10),
    tick: () => node.tick(),
    hand: () => bus.deliver(node.name, pick),
    double: () => bus.deliver(node.name, pick, true),
    lose: () => bus.dropMessage(node.name, pick),
  };
  const onTab = (testTab: TestTab) => ({
    close: () => node.close(testTab, 0),
    blink: () => node.close(testTab, 10_000),
    enter: () => presence.enterArea(testTab.tab, at([...areas, undefined], pick)),
    idle: () => presence.setIdle(testTab.tab, pick % 2 === 0),
    watch: () => presence.subscribe(testTab.tab, pick % 2 === 0),
    choose: () => {
      const status = pick % 2 === 0 ? 'Busy' : 'Available';
      const choice = { status, invisible: pick % 3 === 0, chosenAt: node.logicalClock.next() } as const;
      node.userDetails.applyChoice(testTab.tab.uid, choice);
    },
  });
  if (action in onNode) onNode[action as keyof typeof onNode]();
  else if (tab) onTab(tab)[action as keyof ReturnType<typeof onTab>]();
}

/** Lets some seconds pass with a working bus, so that all nodes exchange their entries. */
async function heal(bus: FaultyBus, nodes: readonly TestNode[], seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    for (const node of nodes) node.now += 5_000;
    // Received changes are sent to tabs at the next tick.
    for (let ticks = 0; ticks < 4; ticks++) {
      // Pending users are loaded after two turns.
      await turn();
      await turn();
      for (const node of nodes) node.tick();
      bus.deliverAll();
    }
  }
}

/** Runs as many ticks as there are slots at most, so that every tab receives all changes. */
const tickAllSlots = (node: TestNode): void => {
  for (let ticks = 0; ticks < 4; ticks++) node.tick();
};

const recordsOf = ({ presence }: TestNode) =>
  [...presence.roster.attendees.values()].map(({ json }) => json).toSorted((a, b) => a.localeCompare(b));

/** The events of a tab must add up to the roster of its node. */
function expectConsistentView({ events, tab }: TestTab, node: TestNode): void {
  const view: View = applyEvents(events);
  const { roster } = node.presence;
  const visible = tab.subscribesToEveryone ? roster.attendees : tab.areaId && roster.in(tab.areaId);
  if (visible) expect(Object.fromEntries(view.attendees)).toEqual(parsedRecords(visible));
  expect(view.counts).toEqual({
    total: roster.attendees.size,
    areas: Object.fromEntries([...roster.areas].map(([areaId, { size }]) => [areaId, size])),
  });
}

const parsedRecords = (roster: ReadonlyMap<string, { readonly json: string }>): unknown =>
  Object.fromEntries([...roster].map(([uid, { json }]) => [uid, JSON.parse(json) as unknown]));

const stepSequences = fc.array(fc.tuple(fc.constantFrom(...actions), fc.nat(2), fc.nat(1_000)), {
  minLength: 40,
  maxLength: 200,
  size: 'max',
});

/** Runs the steps on three nodes whose clocks are up to a minute apart. */
async function simulate(steps: readonly Step[]): Promise<{ bus: FaultyBus; nodes: TestNode[] }> {
  const bus = new FaultyBus();
  const nodes = [-60_000, 0, 0].map((skew, index) => new TestNode(`n${index}`, bus, 1_000_000 + skew));
  for (const node of nodes) for (const uid of attendees.slice(1)) node.open(uid);
  await heal(bus, nodes, 5);
  for (const step of steps) {
    await turn();
    runStep(bus, nodes[step[1]]!, step);
  }
  return { bus, nodes };
}

test('P14a all nodes list the same attendees after the bus has lost, doubled and reordered messages', () =>
  fc.assert(
    fc.asyncProperty(stepSequences, async (steps) => {
      const { bus, nodes } = await simulate(steps);
      await heal(bus, nodes, 15);
      const [first, ...others] = nodes.map((node) => recordsOf(node));
      for (const other of others) expect(other).toEqual(first);
      for (const node of nodes) {
        bus.replay(node.name);
        node.tick();
        expect(recordsOf(node)).toEqual(first);
      }
      const expected = new Set(nodes.flatMap(({ uids }) => uids));
      const invisible = nodes.flatMap(({ tabs }) =>
        tabs.filter(({ events }) => applyEvents(events).own?.invisible === true),
      );
      for (const { tab } of invisible) expected.delete(tab.uid);
      const listed = [...nodes[0]!.presence.roster.attendees.keys()];
      expect(listed.toSorted()).toEqual([...expected].toSorted());
    }),
    runs,
  ));

test('P7 the snapshot and changes a tab receives add up to the list of its node', () =>
  fc.assert(
    fc.asyncProperty(stepSequences, async (steps) => {
      const { nodes } = await simulate(steps);
      for (const node of nodes) {
        tickAllSlots(node);
        for (const tab of node.tabs) expectConsistentView(tab, node);
      }
    }),
    runs,
  ));

/** Users on a node's list who have no tab on it. */
const remoteUids = ({ presence, uids }: TestNode): string[] =>
  [...presence.roster.attendees.keys()].filter((uid) => !uids.includes(uid));

test('PRESENCE-04n attendees of a crashed node are removed within a minute', () =>
  fc.assert(
    fc.asyncProperty(stepSequences, async (steps) => {
      const { bus, nodes } = await simulate(steps);
      for (const dead of nodes.slice(1)) bus.leave(dead.name);
      await heal(bus, nodes.slice(0, 1), 45);
      expect(remoteUids(nodes[0]!)).toEqual([]);
    }),
    runs,
  ));

test('PRESENCE-04h attendees of a stopping node stay for ten seconds and are then removed', () =>
  fc.assert(
    fc.asyncProperty(stepSequences, async (steps) => {
      const { bus, nodes } = await simulate(steps);
      await heal(bus, nodes, 15);
      const before = remoteUids(nodes[0]!);
      for (const leaving of nodes.slice(1)) void leaving.cluster.stop();
      bus.deliverAll();
      for (const stopped of nodes.slice(1)) bus.leave(stopped.name);
      await heal(bus, nodes.slice(0, 1), 5);
      expect(remoteUids(nodes[0]!)).toEqual(before);
      await heal(bus, nodes.slice(0, 1), 5);
      expect(remoteUids(nodes[0]!)).toEqual([]);
    }),
    runs,
  ));
