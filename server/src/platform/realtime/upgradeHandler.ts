/** The upgrade of a request to a realtime connection: everything is checked before it is accepted. */
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
import { plainAnswer } from '#platform/http/plainAnswer';
import type { Caller } from '#platform/http/route';
import type { Tickets } from '#platform/realtime/tickets';
import { Refusal } from '#platform/refusal';

export interface AcceptedUpgrade {
  readonly mode: OperatingMode;
  readonly caller: Caller;
  readonly webSocket: WebSocket;
  readonly socket: Duplex;
}

export interface UpgradeHandlerDeps {
  readonly publicUrl: string;
  readonly tickets: Tickets;
  readonly isStopping: () => boolean;
  readonly onConnection: (accepted: AcceptedUpgrade) => void;
  readonly onError: (fault: unknown) => void;
  readonly nextId: () => string;
}

const modes: ReadonlyMap<string, OperatingMode> = new Map([
  [`/api${realtimePath}`, 'LIVE'],
  [`/stage/api${realtimePath}`, 'STAGE'],
]);
const ticketPrefix = ticketProtocol('');
/** A message comes in a few pieces at most; tiny ones would cost more than they carry. */
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

  /** Answers `server.on('upgrade')`. */
  readonly onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // A client that goes away while it is looked at is nobody's fault.
    socket.on('error', () => socket.destroy());
    this.accept(request, socket, head).catch((fault: unknown) => {
      if (!(fault instanceof Refusal)) this.deps.onError(fault);
      const [code, errMsg]: [ErrorCode, string] =
        fault instanceof Refusal ? [fault.code, fault.message] : ['internal', 'Something went wrong.'];
      if (!socket.destroyed) socket.end(plainAnswer(code, errMsg, this.deps.nextId()));
    });
  };

  private async accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { url = '', headers } = request;
    const mode = modes.get(url);
    if (mode === undefined) throw new Refusal('notFound', 'There is nothing at this address.');
    if (this.deps.isStopping()) throw new Refusal('unavailable', 'The server is stopping.');
    if (!isOwnOrigin(headers, this.deps.publicUrl))
      throw new Refusal('forbidden', 'A realtime connection is opened by a page of this origin.');
    const ticket = ticketOf(headers['sec-websocket-protocol']);
    const caller = ticket === undefined ? undefined : await this.deps.tickets.redeem(ticket, mode);
    if (caller === undefined)
      throw new Refusal(
        'unauthorized',
        'A realtime connection needs a ticket that is fresh and was not used before.',
      );
    if (socket.destroyed) return;
    this.server.handleUpgrade(request, socket, head, (webSocket) =>
      this.deps.onConnection({ mode, caller, webSocket, socket }),
    );
  }
}

/** The ticket among the subprotocols, where ours is one of them. */
function ticketOf(protocols: string | undefined): string | undefined {
  const names = (protocols ?? '').split(',').map((name) => name.trim());
  if (!names.includes(realtimeProtocol)) return undefined;
  return names.find((name) => name.startsWith(ticketPrefix))?.slice(ticketPrefix.length);
}
