/**
 * Reactions of an area (WIDGET-02): a closed set of signs, merged per tick, told to everyone in the area on every node,
 * dropped for whoever is behind, and never stored.
 */
import { areaReactions, sendReaction, type OperatingMode, type Reaction } from '@foyer/contract';
import { reactionBurst, reactionEveryMs, reactionTickMs } from '@foyer/contract/limits';
import type { Bus } from '#platform/bus/bus';
import type { Clock } from '#platform/clock';
import type { Feature } from '#platform/feature';
import { Allowance } from '#platform/realtime/allowance';
import { onCommand } from '#platform/realtime/commands';
import type { Connection } from '#platform/realtime/connection';
import type { Realtime } from '#platform/realtime/realtime';
import { Refusal } from '#platform/refusal';
import { ReactionTally, readTally, type Counts } from './reaction.tally.ts';

export interface ReactionFeatureParts {
  readonly realtime: Pick<Realtime, 'topics' | 'listen'>;
  readonly bus: Bus;
  readonly clock: Clock;
}

const channel = 'reactions';
const pace = { burst: reactionBurst, everyMs: reactionEveryMs };
const topicOf = (mode: OperatingMode, areaId: string): string => `reaction:${mode}:${areaId}`;

export function reactionFeature({ realtime, bus, clock }: ReactionFeatureParts): Feature {
  const tally = new ReactionTally();
  const allowances = new WeakMap<Connection, Allowance>();
  let telling: NodeJS.Timeout | undefined;

  const tell = (mode: OperatingMode, areaId: string, counts: Counts) =>
    realtime.topics.publish(topicOf(mode, areaId), areaReactions, { areaId, counts });

  const flush = () => {
    telling = undefined;
    for (const [mode, areaId, counts] of tally.take()) {
      tell(mode, areaId, counts);
      bus.publish(channel, JSON.stringify([mode, areaId, counts]));
    }
  };

  const leave = (connection: Connection, areaId: string | undefined) => {
    if (areaId !== undefined) realtime.topics.leave(topicOf(connection.mode, areaId), connection);
  };
  realtime.listen({
    moved: (connection, from) => {
      leave(connection, from);
      const { mode, areaId } = connection;
      if (areaId !== undefined) realtime.topics.join(topicOf(mode, areaId), connection);
    },
    closed: (connection) => leave(connection, connection.areaId),
  });
  bus.subscribe(channel, (message) => {
    const heard = readTally(message);
    if (heard) tell(...heard);
  });

  const take = (connection: Connection, reaction: Reaction) => {
    const { mode, areaId } = connection;
    if (areaId === undefined) throw new Refusal('conflict', 'This tab is in no area.');
    let allowance = allowances.get(connection);
    if (allowance === undefined) allowances.set(connection, (allowance = new Allowance(pace, clock())));
    if (!allowance.take(clock()))
      throw new Refusal('tooManyRequests', 'One reaction after the other.', {
        retryAfter: reactionEveryMs / 1_000,
      });
    tally.add(mode, areaId, reaction);
    telling ??= setTimeout(flush, reactionTickMs).unref();
  };

  return {
    name: 'reaction',
    routes: [],
    commands: [onCommand(sendReaction, (connection, { reaction }) => take(connection, reaction))],
    stop: async () => clearTimeout(telling),
  };
}
