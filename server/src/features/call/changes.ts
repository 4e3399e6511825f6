/** Changes calls: each change is based on the newest version, stored, and then sent to every node. */
import { randomUUID } from 'node:crypto';
import type { ChatNotice } from '@foyer/contract';
import { systemPause, type Clock, type Pause } from '#platform/clock';
import type { Channel } from '#platform/cluster/channel';
import type { Cluster } from '#platform/cluster/cluster';
import { BackgroundTasks } from '#platform/concurrency/backgroundTasks';
import { exponentialDelay, retry } from '#platform/concurrency/retry';
import { conflict, retryOnConflict, type ConflictOptions } from '#platform/concurrency/retryOnConflict';
import type { Log } from '#platform/log/log';
import { ApiError } from '#platform/apiError';
import { callUpdate, type CallRegistry, type CallUpdate } from './registry.ts';
import type { CallRooms } from './ports.ts';
import { shouldEnd, type CallState } from './state.ts';
import type { CallStore, StoredCall } from './store.ts';

export interface CallChangesDeps {
  readonly store: CallStore;
  readonly registry: CallRegistry;
  readonly rooms: Pick<CallRooms, 'postNotice'>;
  readonly cluster: Cluster;
  readonly clock: Clock;
  /** Waits before a notice is tried again; default: in real time. */
  readonly pause?: Pause;
  readonly log: Pick<Log, 'warn'>;
}

/** For changes of calls that compete with others of the same call. */
export const callConflict: ConflictOptions = {
  maxAttempts: 50,
  error: () =>
    new ApiError('unavailable', 'Too many simultaneous changes of this call. Try again.', { retryAfter: 1 }),
};

/** A notice that cannot be stored is tried again for about four seconds. */
const noticeAttempts = 4;
const noticeRetryMs = 500;

export class CallChanges {
  private readonly deps: CallChangesDeps;
  private readonly channel: Channel<CallUpdate>;
  private readonly notices: BackgroundTasks;
  private readonly stopping = new AbortController();

  constructor(deps: CallChangesDeps) {
    this.deps = deps;
    this.notices = new BackgroundTasks(deps.log);
    this.channel = deps.cluster.channel('call', {
      schema: callUpdate,
      handle: (update) => deps.registry.apply(update),
    });
  }

  /**
   * Stores and announces a new call. Posts a notice to the room if the call rings for no one.
   * @returns false if the room has a call already
   */
  async create(call: StoredCall): Promise<boolean> {
    if (!(await this.deps.store.insert(call))) return false;
    this.broadcast(call);
    if (!call.state.hasRung) this.postNotice(call.state, { kind: 'callStarted' });
    return true;
  }

  /**
   * Changes the newest version of a call and announces it. Retries if others change the call at the same time. Ends the
   * call if `shouldEnd` says so.
   * @param change returns the new state, or undefined to leave the call as it is
   * @returns the changed call; undefined if there is no such call or it has ended
   */
  async update(
    callId: string,
    change: (state: CallState) => CallState | undefined,
  ): Promise<StoredCall | undefined> {
    const { store } = this.deps;
    return retryOnConflict(async () => {
      const before = await store.find({ id: callId });
      if (before === undefined) return undefined;
      const state = change(before.state);
      if (state === undefined) return before;
      const call = { id: callId, version: before.version + 1, state };
      if (!shouldEnd(state)) {
        if (!(await store.update(before, state))) return conflict;
        this.broadcast(call);
        return call;
      }
      if (!(await store.delete(before))) return conflict;
      this.broadcast({ ...call, over: true });
      this.postNotice(before.state, this.endNotice(before.state));
      return undefined;
    }, callConflict);
  }

  /** Resolves when no notice is being posted. Notices that wait for their next attempt are given up. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.notices.settle();
  }

  private broadcast(update: CallUpdate): void {
    void this.channel.broadcast(update);
  }

  /** The notice for an ended call; none for a call that rang for no one and that no one joined. */
  private endNotice({ hasRung, answeredAt }: CallState): ChatNotice | undefined {
    if (answeredAt !== undefined)
      return { kind: 'callEnded', durationMs: Math.max(0, this.deps.clock() - answeredAt) };
    return hasRung ? { kind: 'callMissed' } : undefined;
  }

  /** Posts in the background: a failed notice must not fail or delay the call's change. */
  private postNotice({ roomId, by }: CallState, notice: ChatNotice | undefined): void {
    const { rooms, log, pause = systemPause } = this.deps;
    if (notice === undefined) return;
    // All attempts have the same id, because one that fails may have stored the notice.
    const identified = { id: randomUUID(), authorId: by.uid, notice };
    const fields = { notice: notice.kind };
    const post = () =>
      retry(() => rooms.postNotice(roomId, identified), {
        maxAttempts: noticeAttempts,
        delayAfter: (_error, failures) => exponentialDelay(noticeRetryMs, failures),
        onFailure: (error, { delayMs }) => {
          // The background task logs the last failure.
          if (delayMs !== undefined)
            log.warn({ err: error, ...fields, delayMs }, 'posting a call notice failed');
        },
        signal: this.stopping.signal,
        pause,
      });
    this.notices.run('post call notice', post, fields);
  }
}
