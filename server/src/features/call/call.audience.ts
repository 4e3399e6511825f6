/** The tabs of this node that hear of calls, and those that are in one. */
import type { OperatingMode } from '@foyer/contract';
import type { Connection } from '#platform/realtime/connection';

const keyOf = (mode: OperatingMode, uid: string): string => `${mode} ${uid}`;

export class CallAudience {
  private readonly watching = new Map<string, Set<Connection>>();
  private readonly keys = new Map<Connection, string>();
  private readonly seated = new Map<string, Connection>();

  watch(connection: Connection, uid: string): void {
    if (!connection.isOpen || this.keys.has(connection)) return;
    const key = keyOf(connection.mode, uid);
    this.keys.set(connection, key);
    const tabs = this.watching.get(key);
    if (tabs === undefined) this.watching.set(key, new Set([connection]));
    else tabs.add(connection);
  }

  of(mode: OperatingMode, uid: string): Iterable<Connection> {
    return this.watching.get(keyOf(mode, uid)) ?? [];
  }

  /** It is in a call. */
  sit(connection: Connection): void {
    if (connection.isOpen) this.seated.set(connection.id, connection);
  }

  at(connectionId: string): Connection | undefined {
    return this.seated.get(connectionId);
  }

  leave(connection: Connection): void {
    this.seated.delete(connection.id);
    const key = this.keys.get(connection);
    if (key === undefined) return;
    this.keys.delete(connection);
    const tabs = this.watching.get(key);
    tabs?.delete(connection);
    if (tabs?.size === 0) this.watching.delete(key);
  }
}
