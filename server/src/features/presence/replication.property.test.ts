import { setImmediate as turn } from 'node:timers/promises';
import type { EventMessage } from '@foyer/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Cluster } from '#platform/cluster/cluster';
import { FaultyBus } from '#testing/faultyBus';
import { createLog } from '#platform/log/log';
import { fold, messageIn, type View } from './testing/presence.ts';
import { KnownPeople } from './peopleCache.ts';
import type { Seat } from './tabs.ts';
import { Space } from './modePresence.ts';
import { Stamps } from './logicalClock.ts';

const runs = { numRuns: 200, seed: 20_261_120 };
const log = createLog('silent');

/** A tab, what it was told, and who sits there. */
interface Tab {
  readonly seat: Seat;
  readonly told: EventMessage[];
}

/** One node: its presence of a mode, on a clock of its own. */
class Node {
  readonly name: string;
  readonly cluster: Cluster;
  readonly space: Space;
  readonly known: KnownPeople;
  readonly stamps: Stamps;
  tabs: Tab[] = [];
  now: number;
  private readonly timers: (() => void)[] = [];

  constructor(name: string, bus: FaultyBus, now: number) {
    this.name = name;
    this.now = now;
    const clock = () => this.now;
    this.stamps = new Stamps(clock);
    this.known = new KnownPeople({
      describe: async (uids) =>
        new Map(uids.map((uid) => [uid, { name: `Name of ${uid}`, company: '', title: '', host: false }])),
      store: { choices: async () => new Map() },
      stamps: this.stamps,
      log,
      changed: (uid) => this.space.touch(uid),
    });
    const { known, stamps } = this;
    const every = (_milliseconds: number, run: () => void) => {
      this.timers.push(run);
      return () => undefined;
    };
    this.cluster = new Cluster({ bus: bus.join(name), nodeId: name, clock, every, log });
    this.space = new Space({
      mode: 'LIVE',
      cluster: this.cluster,
      known,
      stamps,
      clock,
      tabsPerTick: 1,
    });
    this.cluster.start();
  }

  tick(): void {
    for (const run of this.timers) run();
    this.space.tick();
  }

  open(uid: string): void {
    const told: EventMessage[] = [];
    this.tabs.push({ seat: this.space.open({ send: (frame) => told.push(messageIn(frame)) }, uid), told });
  }

  close(tab: Tab, graceMs: number): void {
    this.tabs = this.tabs.filter((other) => other !== tab);
    this.space.close(tab.seat, graceMs);
  }

  get uids(): string[] {
    return this.tabs.map(({ seat }) => seat.uid);
  }
}

/** Something that happens to a node; numbers pick among what there is. */
type Happening = readonly [what: Step, node: number, pick: number];
const steps = [
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
type Step = (typeof steps)[number];

const areas = ['lobby', 'lounge', 'garden'];
const people = ['ada', 'bo', 'cy', 'dee'];
const at = <T>(list: readonly T[], pick: number): T | undefined => list[pick % (list.length || 1)];

function happen(bus: FaultyBus, node: Node, [what, , pick]: Happening): void {
  const { space } = node;
  const tab = at(node.tabs, pick);
  const alone = {
    open: () => node.open(at(people, pick) ?? ''),
    pass: () => void (node.now += pick * 10),
    tick: () => node.tick(),
    hand: () => bus.hand(node.name, pick),
    double: () => bus.hand(node.name, pick, true),
    lose: () => bus.lose(node.name, pick),
  };
  const atTab = (tab: Tab) => ({
    close: () => node.close(tab, 0),
    blink: () => node.close(tab, 10_000),
    enter: () => space.enter(tab.seat, at([...areas, undefined], pick)),
    idle: () => space.setIdle(tab.seat, pick % 2 === 0),
    watch: () => space.watch(tab.seat, pick % 2 === 0),
    choose: () => {
      const status = pick % 2 === 0 ? 'Busy' : 'Available';
      const choice = { status, invisible: pick % 3 === 0, chosenAt: node.stamps.next() } as const;
      node.known.learn(tab.seat.uid, choice);
    },
  });
  if (what in alone) alone[what as keyof typeof alone]();
  else if (tab) atTab(tab)[what as keyof ReturnType<typeof atTab>]();
}

/** The bus works, and some time passes: every node says what it has, and hears what others have. */
async function heal(bus: FaultyBus, nodes: readonly Node[], seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    for (const node of nodes) node.now += 5_000;
    // What one has heard is told on with the next tick.
    for (let ticks = 0; ticks < 4; ticks++) {
      // Whoever is looked up is known after this.
      await turn();
      await turn();
      for (const node of nodes) node.tick();
      bus.handAll();
    }
  }
}

/** Everybody has had their turn. */
const tellAll = (node: Node): void => {
  for (let ticks = 0; ticks < 4; ticks++) node.tick();
};

const recordsOf = ({ space }: Node) =>
  [...space.roster.people.values()].map(({ json }) => json).toSorted((a, b) => a.localeCompare(b));

/** What a tab was told adds up to what there is. */
function expectToKnow({ told, seat }: Tab, node: Node): void {
  const view: View = fold(told);
  const { roster } = node.space;
  const shown = seat.watchesEveryone ? roster.people : seat.areaId && roster.in(seat.areaId);
  if (shown) expect(Object.fromEntries(view.people)).toEqual(parsed(shown));
  expect(view.counts).toEqual({
    total: roster.people.size,
    areas: Object.fromEntries([...roster.areas].map(([areaId, { size }]) => [areaId, size])),
  });
}

const parsed = (shown: ReadonlyMap<string, { readonly json: string }>): unknown =>
  Object.fromEntries([...shown].map(([uid, { json }]) => [uid, JSON.parse(json) as unknown]));

const life = fc.array(fc.tuple(fc.constantFrom(...steps), fc.nat(2), fc.nat(1_000)), {
  minLength: 40,
  maxLength: 200,
  size: 'max',
});

/** Nodes whose clocks are a minute apart live through it. */
async function live(happenings: readonly Happening[]): Promise<{ bus: FaultyBus; nodes: Node[] }> {
  const bus = new FaultyBus();
  const nodes = [-60_000, 0, 0].map((skew, index) => new Node(`n${index}`, bus, 1_000_000 + skew));
  for (const node of nodes) for (const uid of people.slice(1)) node.open(uid);
  await heal(bus, nodes, 5);
  for (const happening of happenings) {
    await turn();
    happen(bus, nodes[happening[1]]!, happening);
  }
  return { bus, nodes };
}

test('P14a whatever the bus loses, doubles and reorders: afterwards all nodes have the same people', () =>
  fc.assert(
    fc.asyncProperty(life, async (happenings) => {
      const { bus, nodes } = await live(happenings);
      await heal(bus, nodes, 15);
      const [first, ...others] = nodes.map((node) => recordsOf(node));
      for (const other of others) expect(other).toEqual(first);
      for (const node of nodes) {
        bus.replay(node.name);
        node.tick();
        expect(recordsOf(node)).toEqual(first);
      }
      const there = new Set(nodes.flatMap(({ uids }) => uids));
      const invisible = nodes.flatMap(({ tabs }) =>
        tabs.filter(({ told }) => fold(told).own?.invisible === true),
      );
      for (const { seat } of invisible) there.delete(seat.uid);
      const listed = [...nodes[0]!.space.roster.people.keys()];
      expect(listed.toSorted()).toEqual([...there].toSorted());
    }),
    runs,
  ));

test('P7 what a tab was told, a snapshot and then changes, is what there is', () =>
  fc.assert(
    fc.asyncProperty(life, async (happenings) => {
      const { nodes } = await live(happenings);
      for (const node of nodes) {
        tellAll(node);
        for (const tab of node.tabs) expectToKnow(tab, node);
      }
    }),
    runs,
  ));

/** Those on a node's list who have no tab there. */
const strangers = ({ space, uids }: Node): string[] =>
  [...space.roster.people.keys()].filter((uid) => !uids.includes(uid));

test('PRESENCE-04g the people of a node that dies are gone within a minute', () =>
  fc.assert(
    fc.asyncProperty(life, async (happenings) => {
      const { bus, nodes } = await live(happenings);
      for (const dead of nodes.slice(1)) bus.leave(dead.name);
      await heal(bus, nodes.slice(0, 1), 45);
      expect(strangers(nodes[0]!)).toEqual([]);
    }),
    runs,
  ));

test('PRESENCE-04h the people of a node that says goodbye stay for ten seconds, and then are gone', () =>
  fc.assert(
    fc.asyncProperty(life, async (happenings) => {
      const { bus, nodes } = await live(happenings);
      await heal(bus, nodes, 15);
      const before = strangers(nodes[0]!);
      for (const leaving of nodes.slice(1)) void leaving.cluster.stop();
      bus.handAll();
      for (const gone of nodes.slice(1)) bus.leave(gone.name);
      await heal(bus, nodes.slice(0, 1), 5);
      expect(strangers(nodes[0]!)).toEqual(before);
      await heal(bus, nodes.slice(0, 1), 5);
      expect(strangers(nodes[0]!)).toEqual([]);
    }),
    runs,
  ));
