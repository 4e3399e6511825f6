import { expect, test } from 'vitest';
import { realtimeTicketMs } from '@foyer/contract/limits';
import { maxClockDifferenceMs } from '#platform/clock';
import type { Caller } from '#platform/http/route';
import { Tickets } from '#platform/realtime/tickets';
import { SingleUseRegistry, singleUseMigrations, type SingleUseTables } from '#platform/singleUseRegistry';
import { testStorage } from '#testing/database';

const caller: Caller = { kind: 'guest', guestId: 'anon-1', roles: [] };

/** The tickets of three nodes that share a database. Each clock differs from the first one's by these milliseconds. */
async function ticketsOf(...differencesMs: readonly [number, number, number]) {
  const registry = new SingleUseRegistry(await testStorage<SingleUseTables>(singleUseMigrations));
  const time = { now: 1_700_000_000_000 };
  const nodeWith = (differenceMs: number) =>
    new Tickets({
      key: async () => Buffer.from('the same key on every node'),
      used: registry,
      clock: () => time.now + differenceMs,
    });
  const nodes = [nodeWith(differencesMs[0]), nodeWith(differencesMs[1]), nodeWith(differencesMs[2])] as const;
  const advance = (milliseconds: number) => (time.now += milliseconds);
  return { nodes, registry, time, advance };
}

test.for([-maxClockDifferenceMs, maxClockDifferenceMs])(
  'a ticket opens a connection at a node whose clock differs by %i ms, until its last second',
  async (differenceMs) => {
    const { nodes, advance } = await ticketsOf(0, differenceMs, 0);
    const { ticket } = await nodes[0].issue('LIVE', caller);
    advance(realtimeTicketMs - 1);
    expect(await nodes[1].redeem(ticket, 'LIVE')).toEqual(caller);
    expect(await nodes[0].redeem(ticket, 'LIVE')).toBeUndefined();
  },
);

test('a used ticket is never accepted again, whatever nodes with other clocks delete', async () => {
  const { nodes, registry, time, advance } = await ticketsOf(
    0,
    -maxClockDifferenceMs / 2,
    maxClockDifferenceMs / 2,
  );
  const [issuer, slow] = nodes;
  const { ticket } = await issuer.issue('LIVE', caller);
  expect(await issuer.redeem(ticket, 'LIVE')).toEqual(caller);
  for (let passedMs = 0; passedMs < realtimeTicketMs + 3 * maxClockDifferenceMs; passedMs += 1_000) {
    advance(1_000);
    await registry.deleteExpired(time.now + maxClockDifferenceMs / 2);
    for (const node of nodes) expect(await node.redeem(ticket, 'LIVE')).toBeUndefined();
  }
  expect(await slow.redeem((await slow.issue('LIVE', caller)).ticket, 'LIVE')).toEqual(caller);
});
