import { countsUpdateMs } from '@foyer/contract/limits';
import { expect, test } from 'vitest';
import { TestCluster } from '#testing/cluster';
import { ChatHeldPostEvents, type ChatHeldPostEventsDeps } from './heldPostEvents.ts';

/** Nodes, of which `there` has tabs with the wall `bar` open: those of a host and of three attendees. */
class Nodes {
  readonly cluster = new TestCluster();
  /** The users whose tabs have received an event. */
  readonly received: string[] = [];
  versions: Record<string, string> = {};
  timers = 0;
  private readonly tabs = [
    this.openTab('henri', 'ROLE_HOST'),
    ...['ada', 'bo', 'cy'].map((uid) => this.openTab(uid, 'ROLE_ATTENDEE')),
  ];

  start(nodeId: string): ChatHeldPostEvents {
    const { cluster } = this.cluster.add(nodeId);
    const events = new ChatHeldPostEvents({
      subscribers: {
        ofRoom: (roomId: string) =>
          new Map(nodeId === 'there' && roomId === 'bar' ? this.tabs.map((tab) => [tab, 0]) : []),
      },
      heldPostStore: { versions: async () => new Map(Object.entries(this.versions)) },
      cluster,
      every: (milliseconds: number, run: () => void) => {
        this.timers += 1;
        const stop = this.cluster.time.every(milliseconds, run);
        return () => {
          this.timers -= 1;
          stop();
        };
      },
    } as unknown as ChatHeldPostEventsDeps);
    cluster.start();
    return events;
  }

  private openTab(uid: string, role: string) {
    return {
      caller: { kind: 'account', accountId: uid, roles: [role] },
      send: (frame: Buffer) => {
        const text = frame.toString();
        expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({ data: { roomId: 'bar' } });
        this.received.push(uid);
      },
    };
  }
}

test('WALL-05aa many changes of held posts within a quarter of a second are one event for each host and author', async () => {
  const nodes = new Nodes();
  const { cluster, received } = nodes;
  const [here, there] = [nodes.start('here'), nodes.start('there')];
  for (let no = 0; no < 100; no++) for (const node of [here, there]) node.publish('bar', ['ada', 'bo']);
  here.publish('other', ['cy']);
  cluster.bus.deliverAll();
  await cluster.advance(2 * countsUpdateMs);
  expect(received).toEqual(['henri', 'ada', 'bo']);
  here.publish('bar', ['cy']);
  await cluster.advance(3 * countsUpdateMs);
  expect(received.slice(3)).toEqual(['henri', 'cy']);
  // The timers run only while held posts change.
  expect(nodes.timers).toBe(0);
});

test('WALL-05ab hosts are notified of a change of held posts that the bus has lost', async () => {
  const nodes = new Nodes();
  const { cluster, received } = nodes;
  nodes.start('there');
  nodes.versions = { bar: '1 a' };
  await cluster.advance(10_000);
  expect(received).toEqual([]);
  nodes.versions = { bar: '2 b' };
  await cluster.advance(6_000);
  expect(received).toEqual(['henri']);
  nodes.versions = {};
  await cluster.advance(11_000);
  expect(received).toEqual(['henri', 'henri']);
});
