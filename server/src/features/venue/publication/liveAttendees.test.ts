import { expect, test } from 'vitest';
import { countLiveAttendees } from '@foyer/contract';
import { TestCluster } from '#testing/cluster';
import { startFoyer } from '#testing/foyer';
import { connectTab } from '#testing/tab';
import { publishExample, startTwoAreas } from '#testing/venues';
import { LiveAttendees } from './liveAttendees.ts';

test('VERSION-01j the count has each user once, with all their tabs, and nobody who is on the stage', async () => {
  const foyer = await startTwoAreas();
  const count = async () => (await foyer.must(countLiveAttendees, {}, { as: 'designer' })).count;
  expect(await count()).toBe(0);
  const first = await connectTab(foyer, { as: 'attendee' });
  const second = await connectTab(foyer, { as: 'attendee' });
  await connectTab(foyer, { as: 'host' });
  await connectTab(foyer, { as: 'designer', mode: 'STAGE' });
  expect(await count()).toBe(2);
  const { connections } = foyer.running.app.realtime;
  await second.close();
  await expect.poll(() => connections.size).toBe(3);
  expect(await count()).toBe(2);
  await first.close();
  await expect.poll(() => connections.size).toBe(2);
  expect(await count()).toBe(1);
  expect((await foyer.must(countLiveAttendees, {}, { as: 'designer', mode: 'STAGE' })).count).toBe(1);
});

test('VERSION-01k guests of a venue without a login are counted', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  await connectTab(foyer, { as: 'guest' });
  expect((await foyer.must(countLiveAttendees, {}, { as: 'designer' })).count).toBe(1);
});

test('VERSION-01l the count has each user of all nodes once, and nobody of nodes that are gone', async () => {
  const cluster = new TestCluster();
  const users = { one: new Set(['ada', 'bo', 'cy']), two: new Set(['cy', 'di', 'anon-1', 'anon-2']) };
  const [one, two] = (['one', 'two'] as const).map((nodeId) => {
    const node = cluster.add(nodeId).cluster;
    const attendees = new LiveAttendees({ cluster: node, realtime: { userIds: () => users[nodeId] } });
    node.start();
    return { node, attendees };
  });
  if (!one || !two) throw new Error('two nodes');
  const advance = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 1_000) {
      one.attendees.update();
      two.attendees.update();
      await cluster.advance(1_000);
    }
  };
  await advance(10_000);
  expect([one.attendees.count(), two.attendees.count()]).toEqual([6, 6]);
  users.two = new Set(['cy', 'di']);
  await advance(3_000);
  expect(one.attendees.count()).toBe(4);
  users.one = new Set(['ada', 'bo']);
  await advance(3_000);
  expect([one.attendees.count(), two.attendees.count()]).toEqual([4, 4]);
  users.one = new Set(['ada', 'bo', 'cy']);
  await two.node.stop();
  await advance(15_000);
  expect(one.attendees.count()).toBe(3);
});
