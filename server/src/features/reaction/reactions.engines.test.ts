import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { areaReactions, enterArea, leaveArea, ping, sendReaction } from '@foyer/contract';
import { reactionBurst, reactionEveryMs } from '@foyer/contract/limits';
import { testEngine, testPlace } from '#testing/database';
import { startFoyer } from '#testing/foyer';
import { startRedis } from '#testing/redis';
import { openTab } from '#testing/tab';
import { publishExample, twoAreas } from '#testing/venues';

const login = { providers: [{ type: 'password' }] };

test('WIDGET-02a everyone in the area is told of a reaction, in the other areas nobody is', async () => {
  const foyer = await startFoyer({ login });
  await publishExample(foyer, twoAreas());
  const [sender, near, far, gone] = await Promise.all(
    ['attendee', 'host', 'designer', 'administrator'].map((as) => openTab(foyer, { as: as as 'attendee' })),
  );
  for (const tab of [sender, near, gone]) await tab?.must(enterArea, { areaId: 'lobby' });
  await far?.must(enterArea, { areaId: 'lounge' });
  await gone?.must(leaveArea, {});
  await sender?.must(sendReaction, { reaction: 'clap' });
  for (const tab of [sender, near])
    expect(await tab?.next(areaReactions)).toEqual({ areaId: 'lobby', counts: { clap: 1 } });
  for (const tab of [far, gone]) {
    await tab?.must(ping, {});
    expect(tab?.events.filter(({ event }) => event === areaReactions.name)).toEqual([]);
  }
});

test('WIDGET-02b reactions of many at once come as one message with their numbers', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  const tabs = await Promise.all(Array.from({ length: 8 }, () => openTab(foyer, { as: 'nobody' })));
  for (const tab of tabs) await tab.must(enterArea, { areaId: 'lobby' });
  await Promise.all(
    tabs.map((tab, index) => tab.must(sendReaction, { reaction: index < 5 ? 'heart' : 'clap' })),
  );
  const counts: Record<string, number> = {};
  let messages = 0;
  while ((counts['heart'] ?? 0) + (counts['clap'] ?? 0) < tabs.length) {
    messages += 1;
    const burst = await tabs[0]!.next(areaReactions);
    for (const [sign, count] of Object.entries(burst.counts)) counts[sign] = (counts[sign] ?? 0) + count;
  }
  expect(counts).toEqual({ heart: 5, clap: 3 });
  expect(messages).toBeLessThan(tabs.length);
});

test('bad input 48: an unknown sign, or none, reaches nobody, nor does one from no area', async () => {
  const foyer = await startFoyer({ login });
  await publishExample(foyer);
  const [sender, near] = [await openTab(foyer), await openTab(foyer, { as: 'host' })];
  await near.must(enterArea, { areaId: 'lobby' });
  expect((await sender.ask(sendReaction, { reaction: 'clap' })).fault?.code).toBe('conflict');
  await sender.must(enterArea, { areaId: 'lobby' });
  for (const reaction of ['poop', '', '👏', { kind: 'clap' }, ['clap'], '__proto__', null])
    expect((await sender.ask(sendReaction, { reaction } as never)).fault?.code).toBe('invalidInput');
  await sender.must(sendReaction, { reaction: 'wave' });
  expect(await near.next(areaReactions)).toEqual({ areaId: 'lobby', counts: { wave: 1 } });
});

test('a tab sends a few reactions at once, and then one after the other', async () => {
  const foyer = await startFoyer({ login });
  await publishExample(foyer);
  const tab = await openTab(foyer);
  await tab.must(enterArea, { areaId: 'lobby' });
  const tries = Array.from({ length: reactionBurst + 2 }, () => tab.ask(sendReaction, { reaction: 'clap' }));
  const refused = (await Promise.all(tries)).filter(({ fault }) => fault?.code === 'tooManyRequests');
  expect(refused).toHaveLength(2);
  foyer.pass(reactionEveryMs);
  await tab.must(sendReaction, { reaction: 'clap' });
});

if (testEngine === 'postgres')
  test('WIDGET-02c a reaction reaches the area on every node', async () => {
    const redis = await startRedis();
    const place = await testPlace();
    onTestFinished(async () => {
      await redis.stop();
      await place.remove();
    });
    const env = { REDIS_URL: redis.url };
    const one = await startFoyer({ login, env, place });
    await publishExample(one);
    const two = await startFoyer({ login, env, place });
    const [here, there] = [await openTab(one), await openTab(two, { as: 'host' })];
    for (const tab of [here, there]) await tab.must(enterArea, { areaId: 'lobby' });
    // What is no message of a node harms none.
    const stranger = new Redis(redis.url);
    for (const message of ['n9 no JSON', 'n9 []', 'n9 ["LIVE","lobby",{"poop":1}]'])
      expect(await stranger.publish('foyer:reactions', message)).toBe(2);
    stranger.disconnect();
    await here.must(sendReaction, { reaction: 'confetti' });
    const burst = { areaId: 'lobby', counts: { confetti: 1 } };
    expect(await there.next(areaReactions)).toEqual(burst);
    expect(await here.next(areaReactions)).toEqual(burst);
  });
