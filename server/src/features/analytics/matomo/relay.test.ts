import { getTrackingUserId } from '@foyer/contract';
import { startMatomo, type MatomoOptions, type MatomoStandIn } from '@foyer/standins/matomo';
import { expect, onTestFinished, test } from 'vitest';
import type { Foyer } from '#testing/foyer';
import { startAnalytics } from '../testing/analyticsVenue.ts';
import { ada, eventOf, firefox, hitOf, inArea, ping, send, storedHits } from '../testing/hits.ts';
import type { CountedHit } from '../collector.ts';
import { MatomoRelay, type MatomoRelayDeps } from './relay.ts';

const token = '0123456789abcdef0123456789abcdef';

async function startWithMatomo(
  options: MatomoOptions = {},
  env: Readonly<Record<string, string>> = {},
): Promise<{ foyer: Foyer; matomo: MatomoStandIn }> {
  const matomo = await startMatomo(options);
  onTestFinished(() => matomo.stop());
  const foyer = await startAnalytics({ env: { MATOMO_URL: matomo.url, ...env } });
  return { foyer, matomo };
}

const warnings = (foyer: Foyer) =>
  foyer.logged.filter(({ level, msg }) => level === 'warn' && String(msg).includes('Matomo'));

test('TRACK-12u counted hits also reach a Matomo, with browser and time, but without address and foreign user id', async () => {
  const { foyer, matomo } = await startWithMatomo();
  const user = await foyer.account();
  const { uid } = await foyer.must(getTrackingUserId, {}, { as: user });
  await send(foyer, { rand: 'aaaaaaaa', h: '13', m: '5', s: '9' }, { headers: { 'accept-language': 'ar' } });
  await send(foyer, { rand: 'bbbbbbbb', uid: 'f'.repeat(32), lang: 'de' }, { as: user });
  await send(foyer, { rand: 'cccccccc', uid }, { as: 'anonymous' });
  await send(foyer, { rand: 'dddddddd', ...ping });
  // Neither a repeated hit nor one of a bot.
  await send(foyer, { rand: 'aaaaaaaa' });
  await send(foyer, {}, { headers: { 'user-agent': 'curl/8.5.0' } });
  foyer.advance(2_000);
  await expect.poll(() => matomo.hits.length).toBe(4);
  expect(matomo.bulks).toEqual([{ hits: 4, token: undefined }]);
  const [first, second, third, heartbeat] = matomo.hits;
  expect(first).toEqual({
    idsite: '1',
    rec: '1',
    rand: 'aaaaaaaa',
    url: 'https://venue.example.org/v/nightfall/area/lobby',
    action_name: 'Lobby',
    _id: ada,
    pv_id: 'aB3dE6',
    h: '13',
    m: '5',
    s: '9',
    lang: 'ar',
    ua: firefox,
    cdt: String((foyer.now - 2_000) / 1_000),
  });
  expect([second?.['uid'], second?.['lang']]).toEqual([uid, 'de']);
  expect(third).not.toHaveProperty('uid');
  expect(heartbeat).toMatchObject({ ping: '1' });
});

test('TRACK-12v with a token Matomo gets the addresses, and no log line has the token', async () => {
  const { foyer, matomo } = await startWithMatomo({ token }, { MATOMO_TOKEN: token });
  matomo.failure = 500;
  await send(foyer);
  foyer.advance(2_000);
  await expect.poll(() => matomo.bulks).toEqual([{ hits: 1, token }]);
  matomo.failure = undefined;
  await expect.poll(() => warnings(foyer).length).toBe(1);
  foyer.advance(1_000);
  await expect.poll(() => matomo.hits.map(({ cip }) => cip)).toEqual(['127.0.0.1']);
  expect(JSON.stringify(foyer.logged)).not.toContain(token);
});

const counted: CountedHit = {
  mode: 'LIVE',
  hit: hitOf(),
  at: Date.UTC(2026, 10, 20),
  userKey: null,
  userAgent: firefox,
  acceptLanguage: undefined,
  address: '',
};

test.each<[what: string, failure: MatomoStandIn['failure']]>([
  ['answers 500', 500],
  ['does not record', 503],
])('TRACK-12w hits wait while Matomo %s, with increasing delays', async (_what, failure) => {
  const matomo = await startMatomo();
  onTestFinished(() => matomo.stop());
  const time = { now: 0 };
  const relay = new MatomoRelay({
    matomo: { url: matomo.url, script: false },
    monotonicClock: () => time.now,
    every: () => () => undefined,
    log: { warn: () => undefined },
  });
  relay.add(counted);
  matomo.failure = failure;
  const attempts: number[] = [];
  for (; time.now < 300_000; time.now += 500) {
    if (time.now === 280_000) matomo.failure = undefined;
    await relay.sendDue();
    if (matomo.bulks.length > attempts.length) attempts.push(time.now / 1_000);
  }
  expect(attempts).toEqual([2, 3, 5, 9, 17, 33, 65, 125, 185, 245]);
  expect(matomo.hits).toEqual([]);
  time.now = 305_000;
  await relay.sendDue();
  expect(matomo.hits).toHaveLength(1);
});

test('TRACK-12x hits that Matomo rejects are not sent again, and the collector has them', async () => {
  const { foyer, matomo } = await startWithMatomo();
  matomo.failure = 400;
  await send(foyer);
  foyer.advance(2_000);
  await expect.poll(() => warnings(foyer)).toMatchObject([{ status: 400, hits: 1 }]);
  matomo.failure = undefined;
  await send(foyer, { ...inArea('lounge'), ...eventOf('reaction', 'send', 'kind=clap') });
  foyer.advance(60_000);
  await expect.poll(() => matomo.hits.map(({ e_c }) => e_c)).toEqual(['reaction']);
  expect(await storedHits(foyer)).toHaveLength(2);
});

test('TRACK-12y a stop sends the waiting hits, at most 50 per request', async () => {
  const { foyer, matomo } = await startWithMatomo();
  matomo.failure = 500;
  await Promise.all(
    Array.from({ length: 120 }, (_each, no) => send(foyer, { _id: String(no).padStart(16, '0') })),
  );
  await expect.poll(() => warnings(foyer).length).toBe(1);
  matomo.failure = undefined;
  await foyer.stop();
  expect(matomo.hits).toHaveLength(120);
  expect(matomo.bulks.map(({ hits }) => hits)).toEqual([50, 50, 50, 20]);
});

/** A relay to a Matomo that does not answer. */
async function startSilent(limits: Pick<MatomoRelayDeps, 'timeout' | 'stopLimitMs'>) {
  const matomo = await startMatomo();
  onTestFinished(() => matomo.stop());
  matomo.failure = 'silent';
  const time = { now: 0 };
  const reasons: unknown[] = [];
  const relay = new MatomoRelay({
    matomo: { url: matomo.url, script: false },
    monotonicClock: () => time.now,
    every: () => () => undefined,
    log: { warn: (fields) => void reasons.push((fields as { reason?: string }).reason) },
    ...limits,
  });
  return { matomo, relay, time, reasons };
}

test('TRACK-12rj a request to a Matomo that does not answer is aborted, and its hits are sent again', async () => {
  const limits: { milliseconds: number; controller: AbortController }[] = [];
  const timeout = (milliseconds: number) => {
    const controller = new AbortController();
    limits.push({ milliseconds, controller });
    return controller.signal;
  };
  const { matomo, relay, time, reasons } = await startSilent({ timeout });
  relay.add(counted);
  time.now = 2_000;
  const sending = relay.sendDue();
  expect(limits).toMatchObject([{ milliseconds: 10_000 }]);
  limits[0]?.controller.abort(new DOMException('It took too long.', 'TimeoutError'));
  await sending;
  expect(reasons).toEqual(['TimeoutError']);
  matomo.failure = undefined;
  time.now = 3_000;
  await relay.sendDue();
  expect(matomo.hits).toHaveLength(1);
});

const never = (): AbortSignal => new AbortController().signal;

test('TRACK-12rk a stop takes no longer than its limit, also during a request without an answer', async () => {
  const { relay, reasons } = await startSilent({ timeout: never, stopLimitMs: 50 });
  for (let no = 0; no < 200; no += 1) relay.add(counted);
  await relay.stop();
  expect(reasons).toEqual(['AbortError']);
});

test('TRACK-12rl a stop sends what waits, and nothing is sent after it', async () => {
  const { matomo, relay } = await startSilent({});
  matomo.failure = undefined;
  for (let no = 0; no < 120; no += 1) relay.add(counted);
  await relay.stop();
  expect(matomo.hits).toHaveLength(120);
  for (let no = 0; no < 60; no += 1) relay.add(counted);
  await relay.sendDue();
  expect(matomo.hits).toHaveLength(120);
});

test('TRACK-12rm without a token, hits that wait for a day are dropped, because Matomo rejects them', async () => {
  const { matomo, relay, time } = await startSilent({});
  matomo.failure = 500;
  relay.add(counted);
  time.now = 20 * 3_600_000;
  relay.add({ ...counted, hit: hitOf({ rand: 'eeeeeeee' }) });
  await relay.sendDue();
  matomo.failure = undefined;
  time.now = 24 * 3_600_000;
  await relay.sendDue();
  expect(matomo.hits.map(({ rand }) => rand)).toEqual(['eeeeeeee']);
});

test('TRACK-12rn hits of the stage are not relayed', async () => {
  const { foyer, matomo } = await startWithMatomo();
  await send(foyer, { rand: 'aaaaaaaa' }, { as: 'designer', mode: 'STAGE' });
  await send(foyer, { rand: 'bbbbbbbb' });
  await foyer.stop();
  expect(matomo.hits.map(({ rand }) => rand)).toEqual(['bbbbbbbb']);
});

test('TRACK-12ro with the script of Matomo the server counts and relays nothing', async () => {
  const { foyer, matomo } = await startWithMatomo({}, { MATOMO_SCRIPT: 'true' });
  await send(foyer);
  expect(await storedHits(foyer)).toEqual([]);
  await foyer.stop();
  expect(matomo.bulks).toEqual([]);
});

test('TRACK-12z at most 10,000 hits wait, and the log says once that the oldest are dropped', async () => {
  const lines: string[] = [];
  const relay = new MatomoRelay({
    matomo: { url: 'http://127.0.0.1:1', script: false },
    monotonicClock: () => 0,
    every: () => () => undefined,
    log: { warn: (_fields, message) => void lines.push(message) },
  });
  for (let no = 0; no < 10_100; no += 1) relay.add(counted);
  expect(lines.filter((line) => line.includes('dropped'))).toHaveLength(1);
  await relay.stop();
});
