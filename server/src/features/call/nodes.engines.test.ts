import { sql } from 'kysely';
import { onTestFinished, expect, test } from 'vitest';
import {
  callRingingStopped,
  callRinging,
  declineCall,
  joinCall,
  sendCallSignals,
  subscribeToCalls,
} from '@foyer/contract';
import { testEngine } from '#testing/database';
import type { Foyer } from '#testing/foyer';
import { Nodes } from '#testing/nodes';
import { startRedis } from '#testing/redis';
import { startTwoAreas } from '#testing/venues';
import {
  openTabOf,
  caller,
  callers,
  createGroup,
  receivedCandidate,
  joinCallAs,
  media,
  expectParticipants,
  pass,
  privateRoom,
  startCallAs,
  newTabId,
  startAndJoin,
  type Caller,
} from './testing/calls.ts';

/** Several servers can share a PostgreSQL, but not an SQLite database. */
const multiNodeTest = testEngine === 'postgres' ? test : () => undefined;

const candidate = (text: string) => [{ candidate: { candidate: text, sdpMid: '0' } }];

interface Servers {
  readonly one: Foyer;
  readonly two: Foyer;
  readonly nodes: Nodes;
}

async function startServers(): Promise<Servers> {
  const nodes = await Nodes.start(2, startTwoAreas);
  const [one, two] = nodes.foyers as [Foyer, Foyer];
  return { one, two, nodes };
}

/** Connects Ada to the first server and Bo to the second. */
async function addCallers({ one, two }: Servers): Promise<{ ada: Caller; bo: Caller; roomId: string }> {
  const [ada, bo] = [await caller(one, 'Ada'), await caller(one, 'Bo', two)];
  return { ada, bo, roomId: (await privateRoom(ada, bo)).id };
}

multiNodeTest('CHAT-12n ringing starts and stops on every server', async () => {
  const servers = await startServers();
  const { ada, bo, roomId } = await addCallers(servers);
  const bosHere = await openTabOf(servers.one, bo);
  const { call } = await startCallAs(ada, roomId);
  for (const tab of [bo.tab, bosHere])
    expect(await tab.next(callRinging)).toMatchObject({
      call: { callId: call.callId },
      from: { name: 'Ada' },
    });
  await joinCallAs(bo, call.callId);
  expect(await bosHere.next(callRingingStopped)).toEqual({ callId: call.callId, reason: 'accepted' });
  await expectParticipants(ada.tab, ada, bo);
});

multiNodeTest('CHAT-12o two users who call each other on two servers are in one call', async () => {
  const servers = await startServers();
  const { ada, bo, roomId } = await addCallers(servers);
  const [one, other] = await Promise.all([startCallAs(ada, roomId), startCallAs(bo, roomId)]);
  expect(one.call.callId).toBe(other.call.callId);
  for (const { tab } of [ada, bo]) await expectParticipants(tab, ada, bo);
});

multiNodeTest('CHAT-05g signals are relayed between servers', async () => {
  const servers = await startServers();
  const { ada, bo, roomId } = await addCallers(servers);
  const { callId } = await startAndJoin(ada, roomId, bo);
  await expectParticipants(ada.tab, ada, bo);
  await ada.tab.must(sendCallSignals, { callId, to: bo.tabId, signals: candidate('from one') });
  await receivedCandidate(bo.tab, 'from one');
  await bo.tab.must(sendCallSignals, { callId, to: ada.tabId, signals: candidate('from two') });
  await receivedCandidate(ada.tab, 'from two');
});

multiNodeTest('CHAT-12p without the bus, calls reach the other server within seconds', async () => {
  const servers = await startServers();
  const { ada, bo, roomId } = await addCallers(servers);
  await servers.nodes.redis.stop();
  const { call } = await startCallAs(ada, roomId);
  await pass([servers.one, servers.two], [ada.tab, bo.tab], 5_000);
  await bo.tab.next(callRinging);
  await bo.tab.must(declineCall, { callId: call.callId });
  // The interval after which a call has ended begins when a server first misses it.
  const calls = async () => {
    await pass([servers.one, servers.two], [ada.tab, bo.tab], 5_000);
    return (await ada.tab.must(subscribeToCalls, {})).calls;
  };
  await expect.poll(calls).toEqual([]);
  await expectParticipants(ada.tab);
});

multiNodeTest(
  'CHAT-12q participants of a killed server who rejoin on another one stay in the call',
  async () => {
    const servers = await startServers();
    const { one, two } = servers;
    const { foyer: third, kill } = await servers.nodes.process();
    const ada = await caller(one, 'Ada');
    const atThird = async (name: string): Promise<Caller> => {
      const user = await one.account({ name });
      const session = await third.users.signIn(user.email);
      const tab = await openTabOf(third, { user: { ...user, ...session } });
      return { id: user.id, name, user, tab, tabId: newTabId() };
    };
    const [bo, cy] = [await atThird('Bo'), await atThird('Cy')];
    const { callId } = await startAndJoin(ada, (await createGroup(ada, [bo.id, cy.id])).id, bo, cy);
    await expectParticipants(ada.tab, ada, bo, cy);
    await kill();
    await bo.tab.closed;
    const again = await openTabOf(two, bo);
    const { call } = await again.must(joinCall, { callId, tabId: bo.tabId, media });
    expect(call.participants).toHaveLength(3);
    const members = async () => {
      await pass([one, two], [ada.tab, again], 5_000);
      const { calls } = await ada.tab.must(subscribeToCalls, {});
      return calls[0]?.participants.map(({ user }) => user.name);
    };
    await expect.poll(members, { timeout: 20_000, interval: 500 }).toEqual(['Ada', 'Bo']);
    await again.must(sendCallSignals, { callId, to: ada.tabId, signals: candidate('still here') });
    await receivedCandidate(ada.tab, 'still here');
  },
);

multiNodeTest('CHAT-12as no one is removed from a call while the storage is unavailable', async () => {
  const servers = await startServers();
  const { one, two } = servers;
  const { ada, bo, roomId } = await addCallers(servers);
  const { callId } = await startAndJoin(ada, roomId, bo);
  await expectParticipants(ada.tab, ada, bo);
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
        .poll(async () => (await tab.must(subscribeToCalls, {})).calls.map((call) => call.startedAt))
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
  const { calls } = await ada.tab.must(subscribeToCalls, {});
  expect(calls.map((call) => [call.callId, call.participants.length])).toEqual([[callId, 2]]);
});

multiNodeTest('invalid bus messages do not crash a server', async () => {
  const servers = await startServers();
  const { ada, bo, roomId } = await addCallers(servers);
  const client = await servers.nodes.client();
  for (const channel of ['call', 'call-signal', 'chat', 'chat-room', 'nodes'])
    for (const text of ['{', 'null', '[]', '{"id":"k1","version":1}', '{"to":"t","data":{}}'])
      await client.publish(`foyer:${channel}`, `another ${text}`);
  await startAndJoin(ada, roomId, bo);
  await expectParticipants(ada.tab, ada, bo);
});

test('CHAT-12r a single server continues without its bus', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const foyer = await startTwoAreas({ env: { REDIS_URL: redis.url } });
  const [ada, bo] = await callers(foyer, 'Ada', 'Bo');
  await redis.stop();
  const { callId } = await startAndJoin(ada, (await privateRoom(ada, bo)).id, bo);
  await ada.tab.must(sendCallSignals, { callId, to: bo.tabId, signals: candidate('alone') });
  await receivedCandidate(bo.tab, 'alone');
});
