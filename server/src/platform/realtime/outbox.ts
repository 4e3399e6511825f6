/**
 * One write per connection and event-loop turn: what was sent during a turn is concatenated, once for all connections that
 * were sent the same frames, and written when the turn ends.
 */

/** Frames one after the other. Connections that are sent the same share one, so that its bytes are made once. */
export class FrameSequence {
  private readonly before: FrameSequence | undefined;
  private readonly frame: Buffer | undefined;
  private last: FrameSequence | undefined;
  private others: Map<Buffer, FrameSequence> | undefined;
  private concatenated: Buffer | undefined;

  constructor(before?: FrameSequence, frame?: Buffer) {
    this.before = before;
    this.frame = frame;
  }

  /** This one and one frame more. */
  with(frame: Buffer): FrameSequence {
    // Nearly always the next connection is sent what the one before it was.
    if (this.last?.frame === frame) return this.last;
    const next = this.others?.get(frame) ?? new FrameSequence(this, frame);
    if (this.last?.frame) {
      this.others ??= new Map([[this.last.frame, this.last]]);
      this.others.set(frame, next);
    }
    this.last = next;
    return next;
  }

  get bytes(): Buffer {
    return (this.concatenated ??= Buffer.concat(this.frames));
  }

  private get frames(): readonly Buffer[] {
    const { before, frame } = this;
    return frame === undefined ? [] : [...(before?.frames ?? []), frame];
  }
}

export interface Receiver {
  /** Writes what was sent to it in this turn. */
  flush(): void;
}

export class Outbox {
  /** What every connection's turn begins with. */
  empty = new FrameSequence();
  private receivers: Receiver[] = [];

  /** Has it flushed when this turn ends. */
  add(receiver: Receiver): void {
    if (this.receivers.length === 0) setImmediate(() => this.flush());
    this.receivers.push(receiver);
  }

  private flush(): void {
    const { receivers } = this;
    this.receivers = [];
    this.empty = new FrameSequence();
    for (const receiver of receivers) receiver.flush();
  }
}
