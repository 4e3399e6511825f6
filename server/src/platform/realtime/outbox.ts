/**
 * One write per connection and event-loop turn: what was sent during a turn is concatenated, once for all connections that
 * were sent the same frames, and written when the turn ends.
 */

export interface Receiver {
  /** Frames for the end of this turn. */
  readonly waiting: Buffer[];
  write(bytes: Buffer): void;
}

export class Outbox {
  private connections: Receiver[] = [];
  private readonly joined = new Map<Buffer, Map<Buffer, Buffer>>();

  add(connection: Receiver): void {
    if (this.connections.length === 0) setImmediate(() => this.flush());
    this.connections.push(connection);
  }

  private flush(): void {
    const { connections } = this;
    this.connections = [];
    for (const connection of connections) {
      const [first, ...rest] = connection.waiting;
      connection.waiting.length = 0;
      if (first !== undefined)
        connection.write(rest.reduce((before, next) => this.join(before, next), first));
    }
    this.joined.clear();
  }

  private join(before: Buffer, next: Buffer): Buffer {
    let continuations = this.joined.get(before);
    if (continuations === undefined) this.joined.set(before, (continuations = new Map()));
    let whole = continuations.get(next);
    if (whole === undefined) continuations.set(next, (whole = Buffer.concat([before, next])));
    return whole;
  }
}
