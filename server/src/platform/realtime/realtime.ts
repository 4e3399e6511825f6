/**
 * The realtime connections of this server: who comes in, what they ask, who is told, who is gone. Features register
 * commands, hear of connections that open and close, and speak to topics; this knows no feature.
 */
import { randomUUID } from 'node:crypto';
import type { RawData } from 'ws';
import { closeCodes, openRealtime, ping, welcome, type OperatingMode } from '@foyer/contract';
import { heartbeatMs, silenceMs } from '@foyer/contract/limits';
import type { Clock, Every } from '#platform/clock';
import type { Access } from '#platform/http/access';
import type { Listener } from '#platform/http/listener';
import { route, venueReader, type AnyRoute, type Caller } from '#platform/http/route';
import type { Log } from '#platform/log/log';
import { Commands, onCommand, type AnyCommandHandler } from '#platform/realtime/commands';
import { Connection } from '#platform/realtime/connection';
import { UpgradeHandler, type AcceptedUpgrade } from '#platform/realtime/upgradeHandler';
import { pingFrame } from '#platform/realtime/frames';
import { Outbox } from '#platform/realtime/outbox';
import type { Tickets } from '#platform/realtime/tickets';
import { eventFrame, Topics } from '#platform/realtime/topic';

/** How a connection ended: `left` by the client's own word, `lost` without one, or closed by this server. */
export type Ending = 'left' | 'reconnecting' | 'lost' | 'closed';

/** What a feature wants to know of connections. */
export interface ConnectionListener {
  opened?(connection: Connection): void;
  closed?(connection: Connection, ending: Ending): void;
  /** `connection.areaId` has changed. */
  areaChanged?(connection: Connection, from: string | undefined): void;
}

export interface RealtimeDeps {
  readonly publicUrl: string;
  readonly nodeId: string;
  readonly listener: Listener;
  readonly tickets: Tickets;
  readonly access: Pick<Access, 'recheck'>;
  readonly venueVersion: (mode: OperatingMode) => number;
  readonly clock: Clock;
  readonly every: Every;
  readonly log: Log;
  readonly nextId: () => string;
}

const checkEveryMs = 1_000;
/** How often it is looked whether a session still is one. */
const sessionCheckEveryMs = 30_000;
/** Codes with which a browser says that it goes: closed on purpose, or its page is going away. */
const leavingCodes = [1000, 1001];

const noTabs: ReadonlySet<Connection> = new Set();
const userKey = (mode: OperatingMode, uid: string): string => `${mode} ${uid}`;

/** Undefined for callers that are no user. The roles of a connected caller may change, the id does not. */
function userIdOf(caller: Caller): string | undefined {
  if (caller.kind === 'account') return caller.accountId;
  return caller.kind === 'guest' ? caller.guestId : undefined;
}

export class Realtime {
  readonly topics = new Topics();
  readonly connections = new Set<Connection>();
  /** Connections by mode and user. */
  private readonly byUser = new Map<string, Set<Connection>>();
  private readonly deps: RealtimeDeps;
  private readonly outbox = new Outbox();
  private readonly listeners: ConnectionListener[] = [];
  private commands: Commands | undefined;
  private stopChecking: (() => void) | undefined;

  constructor(deps: RealtimeDeps) {
    this.deps = deps;
  }

  get routes(): readonly AnyRoute[] {
    return [
      route({
        endpoint: openRealtime,
        policy: venueReader,
        handle: ({ mode, caller }) => this.deps.tickets.issue(mode, caller),
      }),
    ];
  }

  count(mode: OperatingMode): number {
    let count = 0;
    for (const connection of this.connections) if (connection.mode === mode) count += 1;
    return count;
  }

  /** The connections of a user, an account or a guest, on this node: one per open tab. */
  tabsOf(mode: OperatingMode, uid: string): ReadonlySet<Connection> {
    return this.byUser.get(userKey(mode, uid)) ?? noTabs;
  }

  listen(listener: ConnectionListener): void {
    this.listeners.push(listener);
  }

  /** From now on connections come in. */
  start(handlers: readonly AnyCommandHandler[]): void {
    const { listener, log, nextId, clock, publicUrl } = this.deps;
    const own = onCommand(ping, () => undefined);
    this.commands = new Commands({ handlers: [own, ...handlers], log, nextId, clock });
    const upgradeHandler = new UpgradeHandler({
      publicUrl,
      tickets: this.deps.tickets,
      isStopping: () => listener.stopping,
      onConnection: (accepted) => this.onConnection(accepted),
      onError: (fault) => log.error({ err: fault }, 'a realtime connection could not be opened'),
      nextId,
    });
    listener.server.on('upgrade', upgradeHandler.onUpgrade);
    this.stopChecking = this.deps.every(checkEveryMs, () => this.checkConnections());
  }

  /** Tells every client that another server is there, or that this one is back in a moment. */
  stop(withinMs?: number): void {
    this.stopChecking?.();
    for (const connection of this.connections) connection.close('restart', withinMs);
  }

  /** Resolves when no command is running, or after `limitMs`: only then may the storage be closed. */
  async settle(limitMs: number): Promise<void> {
    await this.commands?.settle(limitMs);
  }

  /** A connection is in another area now, or in none. */
  setArea(connection: Connection, areaId: string | undefined): void {
    const from = connection.areaId;
    if (from === areaId) return;
    connection.areaId = areaId;
    for (const listener of this.listeners) listener.areaChanged?.(connection, from);
  }

  /** Ends the connections of a session that has ended. */
  endSession(sessionId: string): void {
    for (const connection of this.connections) {
      const { caller } = connection;
      if (caller.kind === 'account' && caller.sessionId === sessionId) connection.close('sessionEnded');
    }
  }

  private onConnection({ mode, caller, webSocket, socket }: AcceptedUpgrade): void {
    const { clock, nodeId, venueVersion, log } = this.deps;
    const id = randomUUID();
    const connection = new Connection({
      id,
      mode,
      caller,
      webSocket,
      socket,
      outbox: this.outbox,
      now: clock(),
    });
    this.add(connection);
    webSocket.on('message', (data, isBinary) => this.onMessage(connection, data, isBinary));
    webSocket.on('pong', () => {
      connection.lastReceivedAt = clock();
    });
    // A fault of the protocol, such as a message that is too large, closes the connection with the code that says so.
    webSocket.on('error', (fault) => log.debug({ err: fault }, 'a realtime connection broke'));
    webSocket.on('close', (code) => this.onClose(connection, code));
    const facts = { connectionId: id, nodeId, serverTime: clock(), venueVersion: venueVersion(mode) };
    connection.send(eventFrame(welcome, facts));
    for (const listener of this.listeners) listener.opened?.(connection);
    // The ticket may be older than the end of its session.
    void this.checkSession(connection);
  }

  private add(connection: Connection): void {
    this.connections.add(connection);
    const uid = userIdOf(connection.caller);
    if (uid === undefined) return;
    const key = userKey(connection.mode, uid);
    const tabs = this.byUser.get(key);
    if (tabs === undefined) this.byUser.set(key, new Set([connection]));
    else tabs.add(connection);
  }

  private remove(connection: Connection): void {
    this.connections.delete(connection);
    const uid = userIdOf(connection.caller);
    if (uid === undefined) return;
    const key = userKey(connection.mode, uid);
    const tabs = this.byUser.get(key);
    tabs?.delete(connection);
    if (tabs?.size === 0) this.byUser.delete(key);
  }

  private onMessage(connection: Connection, data: RawData, isBinary: boolean): void {
    // Whoever was sent away may go on talking until they answer the close: it counts for nothing.
    if (!connection.isOpen) return;
    connection.lastReceivedAt = this.deps.clock();
    if (isBinary) connection.close('badMessage');
    else void this.commands?.handleMessage(connection, (data as Buffer).toString());
  }

  private onClose(connection: Connection, code: number): void {
    this.remove(connection);
    const ending = endingOf(connection, code);
    for (const listener of this.listeners) listener.closed?.(connection, ending);
  }

  /** Pings who has been quiet, lets go who is silent, and looks after sessions. */
  private checkConnections(): void {
    const now = this.deps.clock();
    for (const connection of this.connections) {
      if (now - connection.lastReceivedAt >= silenceMs) {
        connection.terminate('silent');
        continue;
      }
      if (now - Math.max(connection.pingedAt, connection.lastReceivedAt) >= heartbeatMs) {
        connection.pingedAt = now;
        connection.send(pingFrame);
      }
      if (now - connection.sessionCheckedAt >= sessionCheckEveryMs) {
        connection.sessionCheckedAt = now;
        void this.checkSession(connection);
      }
    }
  }

  /**
   * Looks at the session of whoever is connected with this account, whose roles may be others, and of the few whom stage
   * links have let in, which may have been its.
   */
  recheckSessions(accountId: string): void {
    for (const connection of this.connections) {
      const { caller } = connection;
      const isOf = caller.kind === 'account' && caller.accountId === accountId;
      if (isOf || caller.kind === 'stage') void this.checkSession(connection);
    }
  }

  private async checkSession(connection: Connection): Promise<void> {
    const check = ++connection.sessionChecks;
    try {
      const caller = await this.deps.access.recheck(connection.mode, connection.caller);
      // A look that began later knows better.
      if (check !== connection.sessionChecks) return;
      if (caller === undefined) connection.close('sessionEnded');
      else connection.caller = caller;
    } catch (fault) {
      // A storage that does not answer ends nobody's session.
      this.deps.log.warn({ err: fault }, 'the session of a realtime connection could not be looked at');
    }
  }
}

function endingOf({ closedFor }: Connection, code: number): Ending {
  if (closedFor === 'silent') return 'lost';
  if (closedFor !== undefined) return 'closed';
  if (code === closeCodes.reconnecting) return 'reconnecting';
  return leavingCodes.includes(code) ? 'left' : 'lost';
}
