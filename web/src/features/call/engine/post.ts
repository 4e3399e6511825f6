/** What this browser says to the others, in order, a few messages at a time: the server takes twenty commands a second. */
import { signalCall, type CallSignal } from '@foyer/contract';
import { callSignals } from '@foyer/contract/limits';
import { ApiError } from '../../../platform/api/apiError.ts';
import { realtime } from '../../../platform/realtime/realtime.ts';
import { delay } from '../../../platform/time/timers.ts';

/** Ways come in bursts, and go together. */
const gatherMs = 50;
const paceMs = 1_000;
const charactersAtOnce = 48_000;

export class Post {
  private readonly callId: string;
  private readonly waiting = new Map<string, CallSignal[]>();
  private isGoing = false;
  private isClosed = false;

  constructor(callId: string) {
    this.callId = callId;
  }

  put(to: string, signals: readonly CallSignal[]): void {
    const before = this.waiting.get(to);
    if (before) before.push(...signals);
    else this.waiting.set(to, [...signals]);
    if (!this.isGoing) void this.go();
  }

  /** Nobody is there any more who would hear it. */
  drop(to: string): void {
    this.waiting.delete(to);
  }

  close(): void {
    this.isClosed = true;
    this.waiting.clear();
  }

  private async go(): Promise<void> {
    this.isGoing = true;
    await delay(gatherMs);
    while (!this.isClosed) {
      const [next] = this.waiting;
      if (next === undefined) break;
      const [to, signals] = next;
      this.waiting.delete(to);
      const [first, rest] = firstOf(signals);
      if (rest.length > 0) this.waiting.set(to, rest);
      if (!(await this.tell(to, first))) {
        const later = this.waiting.get(to) ?? [];
        this.waiting.set(to, [...first, ...later]);
        await delay(paceMs);
      }
    }
    this.isGoing = false;
  }

  /** False where it was too much at once. */
  private async tell(to: string, signals: CallSignal[]): Promise<boolean> {
    try {
      await realtime.sendCommand(signalCall, { callId: this.callId, to, signals });
    } catch (fault) {
      if (fault instanceof ApiError && fault.serverCode === 'tooManyRequests') return false;
      // The other is gone, or the line is: whoever comes back begins again.
    }
    return true;
  }
}

/** As many as fit into one message, and those that do not. */
function firstOf(signals: readonly CallSignal[]): [CallSignal[], CallSignal[]] {
  let characters = 0;
  let count = 0;
  for (const signal of signals) {
    characters += JSON.stringify(signal).length;
    if (count > 0 && (count >= callSignals || characters > charactersAtOnce)) break;
    count += 1;
  }
  return [signals.slice(0, count), signals.slice(count)];
}
