import { countsUpdateMs } from '@foyer/contract/limits';
import { expect, test } from 'vitest';
import { TestCluster } from '#testing/cluster';
import { ChatHeldPostEvents, type ChatHeldPostEventsDeps } from './heldPostEvents.ts';

const account = (accountId: string, role: string) => ({ kind: 'account', accountId, roles: [role] });

test('WALL-05aa many changes of held posts within a quarter of a second are one event for each host and author', async () => {
  const nodes = new TestCluster();
  const received: string[] = [];
  let timers = 0;
  const openTab = (uid: string, role: string) => ({
    caller: account(uid, role),
    send: (frame: Buffer) => {
      const text = frame.toString();
      expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({ data: { roomId: 'bar' } });
      received.push(uid);
    },
  });
  const tabs = [
    openTab('henri', 'ROLE_HOST'),
    ...['ada', 'bo', 'cy'].map((uid) => openTab(uid, 'ROLE_ATTENDEE')),
  ];
  const start = (nodeId: string) => {
    const { cluster } = nodes.add(nodeId);
    const events = new ChatHeldPostEvents({
      subscribers: {
        ofRoom: (roomId: string) =>
          new Map(nodeId === 'there' && roomId === 'bar' ? tabs.map((tab) => [tab, 0]) : []),
      },
      cluster,
      every: (milliseconds: number, run: () => void) => {
        timers += 1;
        const stop = nodes.time.every(milliseconds, run);
        return () => {
          timers -= 1;
          stop();
        };
      },
    } as unknown as ChatHeldPostEventsDeps);
    cluster.start();
    return events;
  };
  const [here, there] = [start('here'), start('there')];
  for (let no = 0; no < 100; no++) for (const node of [here, there]) node.publish('bar', ['ada', 'bo']);
  here.publish('other', ['cy']);
  nodes.bus.deliverAll();
  await nodes.advance(2 * countsUpdateMs);
  expect(received).toEqual(['henri', 'ada', 'bo']);
  here.publish('bar', ['cy']);
  await nodes.advance(3 * countsUpdateMs);
  expect(received.slice(3)).toEqual(['henri', 'cy']);
  // The timers run only while held posts change.
  expect(timers).toBe(0);
});
