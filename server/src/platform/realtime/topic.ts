/** Topics: an event is encoded once and sent to all subscribers. */
import type { DataOf, Event } from '@foyer/contract';
import type { Connection } from '#platform/realtime/connection';
import { textFrame } from '#platform/realtime/frames';

/** An event as a frame, for one connection or for many. */
export const eventFrame = <E extends Event>(event: E, data: DataOf<E>): Buffer =>
  textFrame(JSON.stringify({ event: event.name, data }));

class Topic {
  private readonly subscribers = new Set<Connection>();

  get size(): number {
    return this.subscribers.size;
  }

  add(connection: Connection): void {
    this.subscribers.add(connection);
  }
  delete(connection: Connection): void {
    this.subscribers.delete(connection);
  }

  publish<E extends Event>(event: E, data: DataOf<E>): void {
    if (this.subscribers.size > 0) this.send(eventFrame(event, data), event.kind === 'ephemeral');
  }

  send(frame: Buffer, ephemeral = false): void {
    for (const connection of this.subscribers) connection.send(frame, ephemeral);
  }
}

/** Topics by name. A topic exists while it has subscribers. */
export class Topics {
  private readonly byName = new Map<string, Topic>();
  private readonly namesOf = new Map<Connection, readonly string[]>();

  /** Subscribes a connection to these topics and to no others. */
  setSubscriptions(connection: Connection, names: readonly string[]): void {
    for (const name of this.namesOf.get(connection) ?? [])
      if (!names.includes(name)) this.unsubscribe(name, connection);
    for (const name of names) this.subscribe(name, connection);
    if (names.length > 0) this.namesOf.set(connection, names);
    else this.namesOf.delete(connection);
  }

  publish<E extends Event>(name: string, event: E, data: DataOf<E>): void {
    this.byName.get(name)?.publish(event, data);
  }

  private subscribe(name: string, connection: Connection): void {
    let topic = this.byName.get(name);
    if (topic === undefined) this.byName.set(name, (topic = new Topic()));
    topic.add(connection);
  }

  private unsubscribe(name: string, connection: Connection): void {
    const topic = this.byName.get(name);
    topic?.delete(connection);
    if (topic?.size === 0) this.byName.delete(name);
  }
}
