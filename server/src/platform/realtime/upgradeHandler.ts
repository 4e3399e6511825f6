/** Accepts HTTP upgrades to WebSocket after checking the path, the origin and the ticket. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import {
  realtimePath,
  realtimeProtocol,
  ticketProtocol,
  type ErrorCode,
  type OperatingMode,
} from '@foyer/contract';
import { realtimeMessageBytes } from '@foyer/contract/limits';
import { isOwnOrigin } from '#platform/http/access';
import type { HostCheck } from '#platform/http/hosts';
import { rawErrorResponse } from '#platform/http/rawErrorResponse';
import type { Caller } from '#platform/http/route';
import type { Tickets } from '#platform/realtime/tickets';
import { ApiError } from '#platform/apiError';

export interface AcceptedUpgrade {
  readonly mode: OperatingMode;
  readonly caller: Caller;
  readonly webSocket: WebSocket;
  readonly socket: Duplex;
}

export interface UpgradeHandlerDeps {
  readonly publicUrl: string;
  readonly checkHost: HostCheck;
  readonly tickets: Tickets;
  readonly isStopping: () => boolean;
  readonly onConnection: (accepted: AcceptedUpgrade) => void;
  /** Called with each rejection, and the request id of its response. */
  readonly onError: (error: unknown, requestId: string) => void;
  readonly nextId: () => string;
}

const modes: ReadonlyMap<string, OperatingMode> = new Map([
  [`/api${realtimePath}`, 'LIVE'],
  [`/stage/api${realtimePath}`, 'STAGE'],
]);
const ticketPrefix = ticketProtocol('');
/** Fragments per message. Legitimate messages have few, and many tiny ones are expensive to receive. */
const maxFragments = 64;

export class UpgradeHandler {
  private readonly deps: UpgradeHandlerDeps;
  private readonly server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: realtimeMessageBytes,
    maxFragments: maxFragments,
    handleProtocols: () => realtimeProtocol,
  });

  constructor(deps: UpgradeHandlerDeps) {
    this.deps = deps;
  }

  /** The listener for the server's `upgrade` event. */
  readonly onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // A client that disconnects during the checks is not an error.
    socket.on('error', () => socket.destroy());
    this.accept(request, socket, head).catch((error: unknown) => {
      const requestId = this.deps.nextId();
      this.deps.onError(error, requestId);
      const [code, errMsg]: [ErrorCode, string] =
        error instanceof ApiError ? [error.code, error.message] : ['internal', 'Internal error.'];
      if (!socket.destroyed) socket.end(rawErrorResponse(code, errMsg, requestId));
    });
  };

  private async accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { url = '', headers } = request;
    const mode = modes.get(url);
    if (mode === undefined) throw new ApiError('notFound', 'Not found.');
    if (this.deps.isStopping()) throw new ApiError('unavailable', 'The server is stopping.');
    const hostError = this.deps.checkHost(request);
    if (hostError !== undefined) throw hostError;
    if (!isOwnOrigin(headers, this.deps.publicUrl))
      throw new ApiError('forbidden', 'Realtime connections must come from a page of this origin.');
    const ticket = ticketOf(headers['sec-websocket-protocol']);
    const caller = ticket === undefined ? undefined : await this.deps.tickets.redeem(ticket, mode);
    if (caller === undefined)
      throw new ApiError('unauthorized', 'The ticket is missing, invalid, expired or already used.');
    if (socket.destroyed) return;
    // The response to the upgrade and the first frames, which are written at the end of this turn, leave together.
    socket.cork();
    this.server.handleUpgrade(request, socket, head, (webSocket) =>
      this.deps.onConnection({ mode, caller, webSocket, socket }),
    );
    setImmediate(() => socket.uncork());
  }
}

/** The ticket among the offered subprotocols; undefined if the realtime protocol is not offered. */
function ticketOf(protocols: string | undefined): string | undefined {
  const names = (protocols ?? '').split(',').map((name) => name.trim());
  if (!names.includes(realtimeProtocol)) return undefined;
  return names.find((name) => name.startsWith(ticketPrefix))?.slice(ticketPrefix.length);
}
