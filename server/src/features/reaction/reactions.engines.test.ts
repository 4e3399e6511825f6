import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { reactionCounts, enterArea, leaveArea, ping, sendReaction } from '@foyer/contract';
import { reactionBurst, reactionRefillMs } from '@foyer/contract/limits';
import { testEngine, migratedDatabase } from '#testing/database';
import { startFoyer } from '#testing/foyer';
import { startRedis } from '#testing/redis';
import { connectTab } from '#testing/tab';
import { publishExample, twoAreas } from '#testing/venues';

const login = { providers: [{ type: 'password' }] };

test('WIDGET-02a a reaction is sent to everyone in the area and to no one else', async () => {
  const foyer = await startFoyer({ login });
  await publishExample(foyer, twoAreas());
  const [sender, near, far, left] = await Promise.all(
    ['attendee', 'host', 'designer', 'administrator'].map((as) =>
      connectTab(foyer, { as: as as 'attendee' }),
    ),
  );
  for (const tab of [sender, near, left]) await tab?.must(enterArea, { areaId: 'lobby' });
  await far?.must(enterArea, { areaId: 'lounge' });
  await left?.must(leaveArea, {});
  await sender?.must(sendReaction, { reaction: 'clap' });
  for (const tab of [sender, near])
    expect(await tab?.next(reactionCounts)).toEqual({ areaId: 'lobby', counts: { clap: 1 } });
  for (const tab of [far, left]) {
    await tab?.must(ping, {});
    expect(tab?.events.filter(({ event }) => event === reactionCounts.name)).toEqual([]);
  }
});

test('WIDGET-02b concurrent reactions are sent as one event with counts', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  const tabs = await Promise.all(Array.from({ length: 8 }, () => connectTab(foyer, { as: 'anonymous' })));
  for (const tab of tabs) await tab.must(enterArea, { areaId: 'lobby' });
  await Promise.all(
    tabs.map((tab, index) => tab.must(sendReaction, { reaction: index < 5 ? 'heart' : 'clap' })),
  );
  const counts: Record<string, number> = {};
  let messages = 0;
  while ((counts['heart'] ?? 0) + (counts['clap'] ?? 0) < tabs.length) {
    messages += 1;
    const event = await tabs[0]!.next(reactionCounts);
    for (const [reaction, count] of Object.entries(event.counts))
      counts[reaction] = (counts[reaction] ?? 0) + count;
  }
  expect(counts).toEqual({ heart: 5, clap: 3 });
  expect(messages).toBeLessThan(tabs.length);
});

test('bad input 48: unknown reactions and reactions outside an area are rejected', async () => {
  const foyer = await startFoyer({ login });
  await publishExample(foyer);
  const [sender, near] = [await connectTab(foyer), await connectTab(foyer, { as: 'host' })];
  await near.must(enterArea, { areaId: 'lobby' });
  expect((await sender.ask(sendReaction, { reaction: 'clap' })).error?.code).toBe('conflict');
  await sender.must(enterArea, { areaId: 'lobby' });
  for (const reaction of ['poop', '', '👏', { kind: 'clap' }, ['clap'], '__proto__', null])
    expect((await sender.ask(sendReaction, { reaction } as never)).error?.code).toBe('invalidInput');
  await sender.must(sendReaction, { reaction: 'wave' });
  expect(await near.next(reactionCounts)).toEqual({ areaId: 'lobby', counts: { wave: 1 } });
});

test('reactions of a tab are rate limited', async () => {
  const foyer = await startFoyer({ login });
  await publishExample(foyer);
  const tab = await connectTab(foyer);
  await tab.must(enterArea, { areaId: 'lobby' });
  const attempts = Array.from({ length: reactionBurst + 2 }, () =>
    tab.ask(sendReaction, { reaction: 'clap' }),
  );
  const rejected = (await Promise.all(attempts)).filter(({ error }) => error?.code === 'tooManyRequests');
  expect(rejected).toHaveLength(2);
  foyer.advance(reactionRefillMs);
  await tab.must(sendReaction, { reaction: 'clap' });
});

if (testEngine === 'postgres')
  test('WIDGET-02c a reaction reaches the area on every node', async () => {
    const redis = await startRedis();
    const database = await migratedDatabase();
    onTestFinished(async () => {
      await redis.stop();
      await database.remove();
    });
    const env = { REDIS_URL: redis.url };
    const one = await startFoyer({ login, env, database });
    await publishExample(one);
    const two = await startFoyer({ login, env, database });
    const [here, there] = [await connectTab(one), await connectTab(two, { as: 'host' })];
    for (const tab of [here, there]) await tab.must(enterArea, { areaId: 'lobby' });
    // Invalid bus messages are ignored.
    const client = new Redis(redis.url);
    for (const message of ['n9 no JSON', 'n9 []', 'n9 ["LIVE","lobby",{"poop":1}]'])
      expect(await client.publish('foyer:reactions', message)).toBe(2);
    client.disconnect();
    await here.must(sendReaction, { reaction: 'confetti' });
    const event = { areaId: 'lobby', counts: { confetti: 1 } };
    expect(await there.next(reactionCounts)).toEqual(event);
    expect(await here.next(reactionCounts)).toEqual(event);
  });
