import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join as joinPath } from 'node:path';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { onTestFinished, expect, test } from 'vitest';
import { callQuiet, callRinging, declineCall, joinCall, signalCall, watchCalls } from '@foyer/contract';
import type { Running } from '../../start.ts';
import { testEngine, testPlace } from '#testing/database';
import { Foyer, startFoyer, testAdminKey } from '#testing/foyer';
import { programEnv } from '#testing/programEnv';
import { startRedis, type RedisServer } from '#testing/redis';
import {
  another,
  caller,
  callers,
  groupOf,
  heardCandidate,
  join,
  media,
  membersAre,
  pass,
  passwordLogin,
  privateRoom,
  start,
  startCalls,
  tabName,
  together,
  type Caller,
} from './testing/calls.ts';

/** Several servers share a PostgreSQL; SQLite has one owner. */
const severalServers = testEngine === 'postgres' ? test : () => undefined;

const main = joinPath(import.meta.dirname, '..', '..', 'main.ts');
const candidate = (text: string) => [{ candidate: { candidate: text, sdpMid: '0' } }];

interface Two {
  readonly one: Foyer;
  readonly two: Foyer;
  readonly redis: RedisServer;
  /** A third one, in a process of its own, on the machine's clock. */
  readonly process: () => Promise<{ readonly foyer: Foyer; readonly kill: () => Promise<void> }>;
}

async function startTwo(): Promise<Two> {
  const [redis, place] = [await startRedis(), await testPlace()];
  onTestFinished(async () => {
    await redis.stop();
    await place.remove();
  });
  const options = { env: { REDIS_URL: redis.url }, place };
  const one = await startCalls(options);
  const two = await startFoyer({ login: passwordLogin, ...options });
  const process = async () => {
    const { dataDir, databaseUrl } = place;
    const env = { PORT: '0', DATA_DIR: dataDir, DATABASE_URL: databaseUrl, REDIS_URL: redis.url };
    const child = fork(main, [], {
      env: { ...programEnv, ADMIN_KEY: testAdminKey, LOG_LEVEL: 'error', ...env },
      stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [{ url, publicUrl }] = (await once(child, 'message')) as [{ url: string; publicUrl: string }];
    const running = { url, config: { publicUrl } } as Running;
    const foyer = new Foyer({ running, dataDir, logged: [], time: { now: Date.now() } });
    const kill = async () => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    };
    return { foyer, kill };
  };
  return { one, two, redis, process };
}

/** Ada is at the first server, Bo at the second one. */
async function pair({ one, two }: Two): Promise<{ ada: Caller; bo: Caller; roomId: string }> {
  const [ada, bo] = [await caller(one, 'Ada'), await caller(one, 'Bo', two)];
  return { ada, bo, roomId: (await privateRoom(ada, bo)).id };
}

severalServers('CHAT-12n a call rings at every server, and falls silent at every server', async () => {
  const servers = await startTwo();
  const { ada, bo, roomId } = await pair(servers);
  const bosHere = await another(servers.one, bo);
  const { call } = await start(ada, roomId);
  for (const tab of [bo.tab, bosHere])
    expect(await tab.next(callRinging)).toMatchObject({
      call: { callId: call.callId },
      from: { name: 'Ada' },
    });
  await join(bo, call.callId);
  expect(await bosHere.next(callQuiet)).toEqual({ callId: call.callId, why: 'accepted' });
  await membersAre(ada.tab, ada, bo);
});

severalServers('CHAT-12o of two who call each other at two servers there is one call', async () => {
  const servers = await startTwo();
  const { ada, bo, roomId } = await pair(servers);
  const [one, other] = await Promise.all([start(ada, roomId), start(bo, roomId)]);
  expect(one.call.callId).toBe(other.call.callId);
  for (const { tab } of [ada, bo]) await membersAre(tab, ada, bo);
});

severalServers('CHAT-05g what browsers say to each other goes from one server to the other', async () => {
  const servers = await startTwo();
  const { ada, bo, roomId } = await pair(servers);
  const { callId } = await together(ada, roomId, bo);
  await membersAre(ada.tab, ada, bo);
  await ada.tab.must(signalCall, { callId, to: bo.tabId, signals: candidate('from one') });
  await heardCandidate(bo.tab, 'from one');
  await bo.tab.must(signalCall, { callId, to: ada.tabId, signals: candidate('from two') });
  await heardCandidate(ada.tab, 'from two');
});

severalServers('CHAT-12p without the bus a call is heard of within some seconds all the same', async () => {
  const servers = await startTwo();
  const { ada, bo, roomId } = await pair(servers);
  await servers.redis.stop();
  const { call } = await start(ada, roomId);
  await pass([servers.one, servers.two], [ada.tab, bo.tab], 5_000);
  await bo.tab.next(callRinging);
  await bo.tab.must(declineCall, { callId: call.callId });
  await pass([servers.one, servers.two], [ada.tab, bo.tab], 5_000);
  await membersAre(ada.tab);
});

severalServers(
  'CHAT-12q of those at a server that is killed, who comes back to another one stays',
  async () => {
    const servers = await startTwo();
    const { one, two } = servers;
    const { foyer: third, kill } = await servers.process();
    const ada = await caller(one, 'Ada');
    const atThird = async (name: string): Promise<Caller> => {
      const person = await one.account({ name });
      const session = await third.people.signIn(person.email);
      const tab = await another(third, { person: { ...person, ...session } });
      return { id: person.id, name, person, tab, tabId: tabName() };
    };
    const [bo, cy] = [await atThird('Bo'), await atThird('Cy')];
    const { callId } = await together(ada, (await groupOf(ada, [bo.id, cy.id])).id, bo, cy);
    await membersAre(ada.tab, ada, bo, cy);
    await kill();
    await bo.tab.closed;
    const again = await another(two, bo);
    const { call } = await again.must(joinCall, { callId, tabId: bo.tabId, media });
    expect(call.members).toHaveLength(3);
    const members = async () => {
      await pass([one, two], [ada.tab, again], 5_000);
      const { calls } = await ada.tab.must(watchCalls, {});
      return calls[0]?.members.map(({ person }) => person.name);
    };
    await expect.poll(members, { timeout: 20_000, interval: 500 }).toEqual(['Ada', 'Bo']);
    await again.must(signalCall, { callId, to: ada.tabId, signals: candidate('still here') });
    await heardCandidate(ada.tab, 'still here');
  },
);

severalServers('CHAT-12x a time without the storage throws nobody out of a call', async () => {
  const servers = await startTwo();
  const { one, two } = servers;
  const { ada, bo, roomId } = await pair(servers);
  const { callId } = await together(ada, roomId, bo);
  await membersAre(ada.tab, ada, bo);
  const { db } = one.running.storage;
  /** Waits until both servers have read the calls. */
  const reconciled = async (startedAt: number) => {
    const { version, state } = await db.selectFrom('call').selectAll().executeTakeFirstOrThrow();
    const changed = JSON.stringify({ ...(JSON.parse(state) as object), startedAt });
    await db
      .updateTable('call')
      .set({ version: version + 1, state: changed })
      .execute();
    for (const tab of [ada.tab, bo.tab])
      await expect
        .poll(async () => (await tab.must(watchCalls, {})).calls.map((call) => call.startedAt))
        .toEqual([startedAt]);
  };
  await pass([one, two], [ada.tab, bo.tab], 5_000);
  await reconciled(1);
  const hasFailed = ({ msg, channel }: Record<string, unknown>) =>
    msg === 'reconciliation failed' && channel === 'call';
  await sql`alter table "call" rename to "elsewhere"`.execute(db);
  await pass([one, two], [ada.tab, bo.tab], 20_000);
  for (const { logged } of [one, two]) await expect.poll(() => logged.some(hasFailed)).toBe(true);
  await sql`alter table "elsewhere" rename to "call"`.execute(db);
  // The other server does not send heartbeats yet.
  await pass([one], [ada.tab], 10_000);
  await reconciled(2);
  const { calls } = await ada.tab.must(watchCalls, {});
  expect(calls.map((call) => [call.callId, call.members.length])).toEqual([[callId, 2]]);
});

severalServers('what is said on the bus by nobody of ours ends no server', async () => {
  const servers = await startTwo();
  const { ada, bo, roomId } = await pair(servers);
  const client = new Redis(servers.redis.url);
  onTestFinished(() => client.disconnect());
  for (const channel of ['call', 'call-signal', 'chat', 'chat-room', 'nodes'])
    for (const said of ['{', 'null', '[]', '{"id":"k1","version":1}', '{"to":"t","data":{}}'])
      await client.publish(`foyer:${channel}`, `another ${said}`);
  await together(ada, roomId, bo);
  await membersAre(ada.tab, ada, bo);
});

test('CHAT-12r a server that is alone on its bus goes on when there is none', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const foyer = await startCalls({ env: { REDIS_URL: redis.url } });
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  await redis.stop();
  const { callId } = await together(ada, (await privateRoom(ada, bo)).id, bo);
  await ada.tab.must(signalCall, { callId, to: bo.tabId, signals: candidate('alone') });
  await heardCandidate(bo.tab, 'alone');
});
