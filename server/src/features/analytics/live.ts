/** Sends the live figures to subscribed tabs, every five seconds and computed once for all tabs of an architecture. */
import { figuresChanged, type LiveFigures, type OperatingMode } from '@foyer/contract';
import { analyticsHeartbeatMs } from '@foyer/contract/limits';
import { ApiError } from '#platform/apiError';
import type { Clock } from '#platform/clock';
import { SingleFlight } from '#platform/concurrency/singleFlight';
import { isHost } from '#platform/http/access';
import type { Caller } from '#platform/http/route';
import type { Connection } from '#platform/realtime/connection';
import { eventFrame } from '#platform/realtime/topic';
import type { AnalyticsHitStore } from './hitStore.ts';

export const liveEveryMs = 5_000;
/** Longer than two heartbeats, so that a late one does not make someone leave. */
const presentMs = 3 * analyticsHeartbeatMs;
const recentMs = 5 * 60_000;

export interface LiveDeps {
  readonly store: Pick<AnalyticsHitStore, 'peopleSince' | 'eventsSince'>;
  readonly clock: Clock;
}

/** What a tab is subscribed to. */
interface Subject {
  readonly mode: OperatingMode;
  readonly architectureId: string;
}

const keyOf = ({ mode, architectureId }: Subject): string => `${mode} ${architectureId}`;

export class LiveFigureSender {
  private readonly deps: LiveDeps;
  private readonly subscribers = new Map<Connection, Subject>();
  private readonly computing = new SingleFlight<LiveFigures>();
  /** By `keyOf`, of subjects with subscribers. */
  private readonly latest = new Map<string, LiveFigures>();

  constructor(deps: LiveDeps) {
    this.deps = deps;
  }

  /**
   * @param architectureId undefined to unsubscribe
   * @throws ApiError `forbidden`
   */
  async subscribe(
    connection: Connection,
    architectureId: string | undefined,
  ): Promise<LiveFigures | undefined> {
    if (architectureId === undefined) {
      this.remove(connection);
      return undefined;
    }
    assertMaySee(connection.caller);
    const subject = { mode: connection.mode, architectureId };
    this.subscribers.set(connection, subject);
    const latest = this.latest.get(keyOf(subject));
    const isCurrent = latest !== undefined && Math.abs(this.deps.clock() - latest.at) < liveEveryMs;
    return isCurrent ? latest : this.compute(subject);
  }

  remove(connection: Connection): void {
    this.subscribers.delete(connection);
  }

  /** Sends the current figures to the subscribers who may still see them. */
  async send(): Promise<void> {
    for (const connection of this.subscribers.keys())
      if (!connection.isOpen || !isHost(connection.caller)) this.remove(connection);
    const subjects = new Map([...this.subscribers.values()].map((subject) => [keyOf(subject), subject]));
    for (const key of this.latest.keys()) if (!subjects.has(key)) this.latest.delete(key);
    for (const [key, subject] of subjects) {
      const frame = eventFrame(figuresChanged, await this.compute(subject));
      // Again: a role may have ended while the figures were computed.
      for (const [connection, subscribed] of this.subscribers)
        if (keyOf(subscribed) === key && isHost(connection.caller)) connection.send(frame, true);
    }
  }

  private compute(subject: Subject): Promise<LiveFigures> {
    const key = keyOf(subject);
    return this.computing.run(key, async () => {
      const { store, clock } = this.deps;
      const { mode, architectureId } = subject;
      const at = clock();
      const [places, events] = await Promise.all([
        store.peopleSince(mode, architectureId, at - presentMs),
        store.eventsSince(mode, architectureId, at - recentMs),
      ]);
      const people = places.reduce((sum, place) => sum + place.people, 0);
      const figures = { at, people, areas: places.filter(({ areaId }) => areaId !== ''), events };
      this.latest.set(key, figures);
      return figures;
    });
  }
}

function assertMaySee(caller: Caller): void {
  if (!isHost(caller)) throw new ApiError('forbidden', 'Figures are for hosts and administrators.');
}
