/**
 * Reactions in an area (WIDGET-02): counted per tick, sent to everyone in the area on all nodes, dropped for connections
 * with a backlog, and never stored.
 */
import { reactionCounts, sendReaction, type OperatingMode, type Reaction } from '@foyer/contract';
import { reactionBurst, reactionRefillMs, reactionUpdateMs } from '@foyer/contract/limits';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import { TokenBucket } from '#platform/realtime/rateLimit';
import { onCommand } from '#platform/realtime/commands';
import type { Connection } from '#platform/realtime/connection';
import { ApiError } from '#platform/apiError';
import { areaTally, ReactionTally } from './tally.ts';

const rateLimit = { burst: reactionBurst, everyMs: reactionRefillMs };
const topicOf = (mode: OperatingMode, areaId: string): string => `reaction:${mode}:${areaId}`;

export const reactionFeature = defineFeature({ create });

function create({ realtime, cluster, monotonicClock, every }: Platform): Feature {
  const tally = new ReactionTally();
  const buckets = new WeakMap<Connection, TokenBucket>();
  const reactions = cluster.channel('reactions', {
    schema: areaTally,
    handle: ([mode, areaId, counts]) =>
      realtime.topics.publish(topicOf(mode, areaId), reactionCounts, { areaId, counts }),
  });
  let stopTicking: (() => void) | undefined;
  const stop = () => {
    stopTicking?.();
    stopTicking = undefined;
  };
  /** Ends with the first tick without reactions. */
  const broadcastCounts = () => {
    const counted = tally.drain();
    if (counted.length === 0) stop();
    for (const each of counted) void reactions.broadcast(each);
  };

  const receive = (connection: Connection, reaction: Reaction) => {
    const { mode, areaId } = connection;
    if (areaId === undefined) throw new ApiError('conflict', 'This tab is not in an area.');
    let bucket = buckets.get(connection);
    if (bucket === undefined)
      buckets.set(connection, (bucket = new TokenBucket(rateLimit, monotonicClock())));
    if (!bucket.take(monotonicClock()))
      throw new ApiError('tooManyRequests', 'Rate limit exceeded: wait before you send another reaction.', {
        retryAfter: reactionRefillMs / 1_000,
      });
    tally.add(mode, areaId, reaction);
    stopTicking ??= every(reactionUpdateMs, broadcastCounts);
  };

  return {
    commands: [onCommand(sendReaction, (connection, { reaction }) => receive(connection, reaction))],
    topics: ({ mode, areaId }) => (areaId === undefined ? [] : [topicOf(mode, areaId)]),
    stop: async () => stop(),
  };
}
