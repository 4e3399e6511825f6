import { reactionCounts } from '@foyer/contract';
import { expect, test } from 'vitest';
import type { Connection } from '#platform/realtime/connection';
import { Topics } from '#platform/realtime/topic';

/** A connection that records the areas of the events that it receives. */
function fakeConnection() {
  const received: string[] = [];
  const send = (frame: Buffer) => {
    // The JSON follows the header of the frame.
    received.push(/"areaId":"(\w+)"/.exec(frame.toString())?.[1] ?? '');
  };
  return { connection: { send } as unknown as Connection, received };
}

test('a connection receives the events of its current topics only', () => {
  const topics = new Topics();
  const { connection, received } = fakeConnection();
  const other = fakeConnection();
  const publishToAll = () => {
    for (const areaId of ['lobby', 'lounge', 'stage'])
      topics.publish(areaId, reactionCounts, { areaId, counts: { clap: 1 } });
    return received.splice(0);
  };
  topics.setSubscriptions(other.connection, ['lobby']);
  topics.setSubscriptions(connection, ['lobby', 'lounge']);
  expect(publishToAll()).toEqual(['lobby', 'lounge']);
  topics.setSubscriptions(connection, ['lounge', 'stage']);
  expect(publishToAll()).toEqual(['lounge', 'stage']);
  topics.setSubscriptions(connection, []);
  expect(publishToAll()).toEqual([]);
  expect(other.received).toEqual(['lobby', 'lobby', 'lobby']);
});
