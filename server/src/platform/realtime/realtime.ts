/**
 * The realtime connections of this node: accepts them, dispatches commands, closes silent ones. Features declare
 * commands, topics and listeners, and publish to topics.
 */
import { randomUUID } from 'node:crypto';
import type { RawData } from 'ws';
import { closeCodes, createRealtimeTicket, ping, welcome, type OperatingMode } from '@foyer/contract';
import { connectionsPerUserMax, heartbeatIntervalMs, connectionTimeoutMs } from '@foyer/contract/limits';
import { ApiError } from '#platform/apiError';
import type { Clock, Every, MonotonicClock } from '#platform/clock';
import type { HostCheck } from '#platform/http/hosts';
import type { Access } from '#platform/http/access';
import type { Listener } from '#platform/http/listener';
import { route, venueReader, type AnyRoute, type Caller } from '#platform/http/route';
import type { Log } from '#platform/log/log';
import { Commands, onCommand, type AnyCommandHandler } from '#platform/realtime/commands';
import { Connection } from '#platform/realtime/connection';
import { UpgradeHandler, type AcceptedUpgrade } from '#platform/realtime/upgradeHandler';
import { pingFrame } from '#platform/realtime/frames';
import { WriteBatcher } from '#platform/realtime/writeBatcher';
import type { Tickets } from '#platform/realtime/tickets';
import { eventFrame, Topics } from '#platform/realtime/topic';
import type { StorageOutages } from '#platform/storageOutage';

/**
 * How a connection ended: `left` and `reconnecting` by the client's close frame, `lost` without one, `closed` by this
 * server.
 */
export type DisconnectReason = 'left' | 'reconnecting' | 'lost' | 'closed';

/** Callbacks of a feature for connections. */
export interface ConnectionListener {
  opened?(connection: Connection): void;
  closed?(connection: Connection, reason: DisconnectReason): void;
  /** `connection.areaId` has changed. */
  areaChanged?(connection: Connection): void;
}

/** The parts of a feature that concern realtime connections. */
export interface RealtimeHooks {
  /** Commands over the realtime connection. */
  readonly commands?: readonly AnyCommandHandler[];
  readonly connections?: ConnectionListener;
  /**
   * The topics of a connection by its mode and area. Called when it opens and when its area changes. The subscriptions
   * end with the connection.
   */
  topics?(connection: Connection): readonly string[];
}

export interface RealtimeDeps {
  readonly publicUrl: string;
  readonly checkHost: HostCheck;
  readonly nodeId: string;
  readonly listener: Listener;
  readonly tickets: Tickets;
  readonly access: Pick<Access, 'recheck'>;
  readonly venueVersion: (mode: OperatingMode) => number;
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
  readonly every: Every;
  readonly log: Log;
  readonly nextId: () => string;
  readonly outages: Pick<StorageOutages, 'report'>;
}

const checkEveryMs = 1_000;
/** How often the session of each connection is checked. */
const sessionCheckEveryMs = 30_000;
/** Close codes of browsers: normal closure, and leaving the page. */
const leavingCodes = [1000, 1001];

const noTabs: ReadonlySet<Connection> = new Set();
const userKey = (mode: OperatingMode, uid: string): string => `${mode} ${uid}`;

/**
 * The id of a user or guest, or the session of a stage link. Undefined for callers without any. The roles of a connected
 * caller may change, the id does not.
 */
function userIdOf(caller: Caller): string | undefined {
  if (caller.kind === 'account') return caller.accountId;
  if (caller.kind === 'stage') return caller.sessionId;
  return caller.kind === 'guest' ? caller.guestId : undefined;
}

export class Realtime {
  readonly topics = new Topics();
  readonly connections = new Set<Connection>();
  /** Connections by mode and user. */
  private readonly byUser = new Map<string, Set<Connection>>();
  private readonly deps: RealtimeDeps;
  private readonly batcher = new WriteBatcher();
  private features: readonly RealtimeHooks[] = [];
  private commands: Commands | undefined;
  private stopChecking: (() => void) | undefined;

  constructor(deps: RealtimeDeps) {
    this.deps = deps;
  }

  get routes(): readonly AnyRoute[] {
    return [
      route({
        endpoint: createRealtimeTicket,
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

  /** The ids of the users, accounts and guests, with a connection to this node. */
  userIds(mode: OperatingMode): ReadonlySet<string> {
    const prefix = userKey(mode, '');
    const ids = new Set<string>();
    for (const key of this.byUser.keys()) if (key.startsWith(prefix)) ids.add(key.slice(prefix.length));
    return ids;
  }

  /** The connections of a user, an account or a guest, on this node: one per open tab. */
  tabsOf(mode: OperatingMode, uid: string): ReadonlySet<Connection> {
    return this.byUser.get(userKey(mode, uid)) ?? noTabs;
  }

  /** Begins to accept connections. Listeners are called in the order of the features. */
  start(features: readonly RealtimeHooks[]): void {
    const { listener, log, nextId, monotonicClock, publicUrl, checkHost, outages } = this.deps;
    this.features = features;
    const handlers = features.flatMap(({ commands = [] }) => commands);
    const own = onCommand(ping, () => undefined);
    this.commands = new Commands({ handlers: [own, ...handlers], log, nextId, monotonicClock, outages });
    const upgradeHandler = new UpgradeHandler({
      publicUrl,
      checkHost,
      tickets: this.deps.tickets,
      isStopping: () => listener.stopping,
      onConnection: (accepted) => this.onConnection(accepted),
      onError: (error, requestId) => {
        if (error instanceof ApiError)
          log.info({ requestId, status: error.status, code: error.code }, 'realtime upgrade rejected');
        else log.error({ requestId, err: error }, 'realtime upgrade failed');
        outages.report(error);
      },
      nextId,
    });
    listener.server.on('upgrade', upgradeHandler.onUpgrade);
    this.stopChecking = this.deps.every(checkEveryMs, () => this.checkConnections());
  }

  /** Closes all connections with `restart`: clients reconnect to another node, or to this one after its restart. */
  stop(withinMs?: number): void {
    this.stopChecking?.();
    for (const connection of this.connections) connection.close('restart', withinMs);
  }

  /** Resolves when no command is running, or after `limitMs`. The storage must not be closed before that. */
  async settle(limitMs: number): Promise<void> {
    await this.commands?.settle(limitMs);
  }

  /** Sets the area of a connection; undefined: none. */
  setArea(connection: Connection, areaId: string | undefined): void {
    const from = connection.areaId;
    if (from === areaId) return;
    connection.areaId = areaId;
    this.updateTopics(connection);
    for (const { connections } of this.features) connections?.areaChanged?.(connection);
  }

  /** Closes the connections of a session that has ended. */
  endSession(sessionId: string): void {
    for (const connection of this.connections) {
      const { caller } = connection;
      if ('sessionId' in caller && caller.sessionId === sessionId) connection.close('sessionEnded');
    }
  }

  private onConnection({ mode, caller, webSocket, socket }: AcceptedUpgrade): void {
    const { clock, monotonicClock, nodeId, venueVersion, log } = this.deps;
    const id = randomUUID();
    const connection = new Connection({
      id,
      mode,
      caller,
      webSocket,
      socket,
      batcher: this.batcher,
      now: monotonicClock(),
    });
    this.add(connection);
    webSocket.on('message', (data, isBinary) => this.onMessage(connection, data, isBinary));
    webSocket.on('pong', () => {
      connection.lastReceivedAt = monotonicClock();
    });
    // After a protocol error, such as a message that is too large, ws closes the connection with the matching code.
    webSocket.on('error', (error) => log.debug({ err: error }, 'realtime connection failed'));
    webSocket.on('close', (code) => this.onClose(connection, code));
    const greeting = { connectionId: id, nodeId, serverTime: clock(), venueVersion: venueVersion(mode) };
    connection.send(eventFrame(welcome, greeting));
    this.updateTopics(connection);
    for (const { connections } of this.features) connections?.opened?.(connection);
    // The session may have ended after the ticket was issued.
    void this.checkSession(connection);
  }

  private add(connection: Connection): void {
    this.connections.add(connection);
    const uid = userIdOf(connection.caller);
    if (uid === undefined) return;
    const key = userKey(connection.mode, uid);
    const tabs = this.byUser.get(key);
    if (tabs === undefined) this.byUser.set(key, new Set([connection]));
    else closeOldest(tabs.add(connection));
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
    // A client may send messages until it answers the close frame; they are ignored.
    if (!connection.isOpen) return;
    connection.lastReceivedAt = this.deps.monotonicClock();
    if (isBinary) connection.close('badMessage');
    else void this.commands?.handleMessage(connection, (data as Buffer).toString());
  }

  private onClose(connection: Connection, code: number): void {
    this.remove(connection);
    const reason = disconnectReasonOf(connection, code);
    this.topics.setSubscriptions(connection, []);
    for (const { connections } of this.features) connections?.closed?.(connection, reason);
  }

  private updateTopics(connection: Connection): void {
    const names = this.features.flatMap((feature) => feature.topics?.(connection) ?? []);
    this.topics.setSubscriptions(connection, names);
  }

  /** Pings quiet connections, terminates silent ones and checks sessions. */
  private checkConnections(): void {
    const now = this.deps.monotonicClock();
    for (const connection of this.connections) {
      if (now - connection.lastReceivedAt >= connectionTimeoutMs) {
        connection.terminate('timeout');
        continue;
      }
      if (now - Math.max(connection.pingedAt, connection.lastReceivedAt) >= heartbeatIntervalMs) {
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
   * Checks the sessions of connections of this account, whose roles may have changed, and of all callers with stage
   * links, because the account may have created their link.
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
      // A check that began later has the newer result.
      if (check !== connection.sessionChecks) return;
      if (caller === undefined) connection.close('sessionEnded');
      else connection.caller = caller;
    } catch (error) {
      // Sessions do not end because the storage is unavailable.
      this.deps.log.warn({ err: error }, 'checking the session of a realtime connection failed');
    }
  }
}

/** Closes the oldest of a user's connections if there are too many. They remain in the set until their client answers. */
function closeOldest(tabs: ReadonlySet<Connection>): void {
  if (tabs.size <= connectionsPerUserMax) return;
  for (const connection of [...tabs].slice(0, -connectionsPerUserMax)) connection.close('tooManyConnections');
}

function disconnectReasonOf({ closeReason }: Connection, code: number): DisconnectReason {
  if (closeReason === 'timeout') return 'lost';
  if (closeReason !== undefined) return 'closed';
  if (code === closeCodes.reconnecting) return 'reconnecting';
  return leavingCodes.includes(code) ? 'left' : 'lost';
}
