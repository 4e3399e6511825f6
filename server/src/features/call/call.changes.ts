/** Every change of a call is made of its newest version, stored, and then told on every node. */
import type { ChatNotice } from '@foyer/contract';
import type { Bus } from '#platform/bus/bus';
import { readBusMessage } from '#platform/bus/message';
import type { Clock } from '#platform/clock';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal';
import { callNews, type CallBoard, type CallNews } from './call.board.ts';
import type { CallRooms } from './call.ports.ts';
import { isOver, type CallState } from './call.state.ts';
import type { CallStore, StoredCall } from './call.store.ts';

export interface CallChangesParts {
  readonly store: CallStore;
  readonly board: CallBoard;
  readonly rooms: Pick<CallRooms, 'notice'>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
}

/** So many others may change a call between a look at it and a change. */
export const tries = 50;
const channel = 'call';

export class CallChanges {
  private readonly parts: CallChangesParts;

  constructor(parts: CallChangesParts) {
    this.parts = parts;
    parts.bus.subscribe(channel, (message) => {
      const news = readBusMessage(callNews, message);
      if (news !== undefined) parts.board.apply(news);
    });
  }

  /** False where the room has a call already. */
  async begin(call: StoredCall): Promise<boolean> {
    const isFirst = await this.parts.store.insert(call);
    if (isFirst) this.tell(call);
    return isFirst;
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
      await this.leaveNotice(before.state);
      return undefined;
    }
    throw busy();
  }

  private tell(news: CallNews): void {
    this.parts.board.apply(news);
    this.parts.bus.publish(channel, JSON.stringify(news));
  }

  private async leaveNotice({ roomId, by, answeredAt }: CallState): Promise<void> {
    const { rooms, clock, log } = this.parts;
    const notice: ChatNotice =
      answeredAt === undefined
        ? { kind: 'callMissed' }
        : { kind: 'callEnded', lastedMs: Math.max(0, clock() - answeredAt) };
    try {
      await rooms.notice(roomId, by.uid, notice);
    } catch (fault) {
      log.warn({ err: fault }, 'the room of a call could not be told that it is over');
    }
  }
}

export const busy = () =>
  new Refusal('unavailable', 'Too many change this call at the same time.', { retryAfter: 1 });
