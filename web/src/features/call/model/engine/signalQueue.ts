/**
 * Sends signaling messages in order and in batches, to stay below the server's rate limit of 20 commands per second.
 */
import { sendCallSignals, type CallSignal } from '@foyer/contract';
import { callSignalsMax } from '@foyer/contract/limits';
import { ApiError } from '../../../../platform/api/apiError.ts';
import type { Realtime } from '../../../../platform/realtime/realtime.ts';
import { delay } from '../../../../platform/time/timers.ts';

/** ICE candidates come in bursts and are sent together. */
const batchMs = 50;
const retryMs = 1_000;
const maxCommandCharacters = 48_000;

export class SignalQueue {
  private readonly callId: string;
  private readonly realtime: Pick<Realtime, 'sendCommand'>;
  private readonly signal: AbortSignal;
  private readonly pending = new Map<string, CallSignal[]>();
  private isFlushing = false;

  /** @param signal of the engine; what is pending then is not sent */
  constructor(callId: string, realtime: Pick<Realtime, 'sendCommand'>, signal: AbortSignal) {
    this.callId = callId;
    this.realtime = realtime;
    this.signal = signal;
  }

  enqueue(to: string, signals: readonly CallSignal[]): void {
    const before = this.pending.get(to);
    if (before) before.push(...signals);
    else this.pending.set(to, [...signals]);
    if (!this.isFlushing) void this.flush();
  }

  /** Discards the messages to a participant who has left. */
  discard(to: string): void {
    this.pending.delete(to);
  }

  private async flush(): Promise<void> {
    this.isFlushing = true;
    await delay(batchMs);
    while (!this.signal.aborted) {
      const [next] = this.pending;
      if (next === undefined) break;
      const [to, signals] = next;
      this.pending.delete(to);
      const [first, rest] = splitBatch(signals);
      if (rest.length > 0) this.pending.set(to, rest);
      if (!(await this.trySend(to, first))) {
        const later = this.pending.get(to) ?? [];
        this.pending.set(to, [...first, ...later]);
        // Not a `retryTimer`: the loop waits here, so that the order stays and nothing else is sent meanwhile.
        await delay(retryMs);
      }
    }
    this.isFlushing = false;
  }

  /** Resolves with false if the rate limit was exceeded. */
  private async trySend(to: string, signals: CallSignal[]): Promise<boolean> {
    try {
      await this.realtime.sendCommand(sendCallSignals, { callId: this.callId, to, signals });
    } catch (error) {
      if (error instanceof ApiError && error.serverCode === 'tooManyRequests') return false;
      // The participant has left or the connection is lost: rejoining starts a new negotiation.
    }
    return true;
  }
}

/** Splits signals into those that fit into one command and the rest. */
function splitBatch(signals: readonly CallSignal[]): [CallSignal[], CallSignal[]] {
  let characters = 0;
  let count = 0;
  for (const signal of signals) {
    characters += JSON.stringify(signal).length;
    if (count > 0 && (count >= callSignalsMax || characters > maxCommandCharacters)) break;
    count += 1;
  }
  return [signals.slice(0, count), signals.slice(count)];
}
