/** Every change of a call is made of its newest version, stored, and then told on every node. */
import type { ChatNotice } from '@foyer/contract';
import type { Clock } from '#platform/clock';
import type { Channel } from '#platform/cluster/channel';
import type { Cluster } from '#platform/cluster/cluster';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal';
import { callNews, type CallBoard, type CallNews } from './registry.ts';
import type { CallRooms } from './ports.ts';
import { isOver, type CallState } from './state.ts';
import type { CallStore, StoredCall } from './store.ts';

export interface CallChangesParts {
  readonly store: CallStore;
  readonly board: CallBoard;
  readonly rooms: Pick<CallRooms, 'notice'>;
  readonly cluster: Cluster;
  readonly clock: Clock;
  readonly log: Log;
}

/** So many others may change a call between a look at it and a change. */
export const tries = 50;

export class CallChanges {
  private readonly parts: CallChangesParts;
  private readonly channel: Channel<CallNews>;

  constructor(parts: CallChangesParts) {
    this.parts = parts;
    this.channel = parts.cluster.channel('call', {
      schema: callNews,
      handle: (news) => parts.board.apply(news),
    });
  }

  /** Where nobody is rung the room says that there is a call. False where it has one already. */
  async begin(call: StoredCall): Promise<boolean> {
    if (!(await this.parts.store.insert(call))) return false;
    this.tell(call);
    if (!call.state.rang) await this.leaveNotice(call.state, { kind: 'callStarted' });
    return true;
  }

  /**
   * Changes a call as it is now, however many others do so at the same time, and tells of it. The last change ends it.
   * @returns the call afterwards; undefined where there is none any more, or where it ended
   */
  async change(
    callId: string,
    work: (state: CallState) => CallState | undefined,
  ): Promise<StoredCall | undefined> {
    const { store } = this.parts;
    for (let turn = 0; turn < tries; turn += 1) {
      const before = await store.find({ id: callId });
      if (before === undefined) return undefined;
      const state = work(before.state);
      if (state === undefined) return before;
      const call = { id: callId, version: before.version + 1, state };
      if (!isOver(state)) {
        if (!(await store.update(before, state))) continue;
        this.tell(call);
        return call;
      }
      if (!(await store.delete(before))) continue;
      this.tell({ ...call, over: true });
      await this.leaveNotice(before.state, this.endOf(before.state));
      return undefined;
    }
    throw busy();
  }

  private tell(news: CallNews): void {
    void this.channel.broadcast(news);
  }

  /** What is said of it when it is over: nothing of one for which nobody was called and to which nobody came. */
  private endOf({ rang, answeredAt }: CallState): ChatNotice | undefined {
    if (answeredAt !== undefined)
      return { kind: 'callEnded', lastedMs: Math.max(0, this.parts.clock() - answeredAt) };
    return rang ? { kind: 'callMissed' } : undefined;
  }

  private async leaveNotice({ roomId, by }: CallState, notice: ChatNotice | undefined): Promise<void> {
    const { rooms, log } = this.parts;
    if (notice === undefined) return;
    try {
      await rooms.notice(roomId, by.uid, notice);
    } catch (fault) {
      log.warn({ err: fault, notice: notice.kind }, 'the room of a call could not be told of it');
    }
  }
}

export const busy = () =>
  new Refusal('unavailable', 'Too many change this call at the same time.', { retryAfter: 1 });
