/**
 * One write per connection and turn of the event loop: the frames of a turn are concatenated, only once for all
 * connections that were sent the same frames, and written when the turn ends.
 */

/**
 * A sequence of frames. Connections that are sent the same frames share a sequence, so that it is concatenated once.
 */
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

  /** Returns this sequence with one more frame. */
  with(frame: Buffer): FrameSequence {
    // Usually the next connection is sent the same frame as the previous one.
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
  /** Writes the frames of this turn. */
  flush(): void;
}

export class WriteBatcher {
  /** The empty sequence with which every connection begins a turn. */
  empty = new FrameSequence();
  private receivers: Receiver[] = [];

  /** Flushes the receiver when this turn ends. */
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
