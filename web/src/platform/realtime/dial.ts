/** Opens a WebSocket, with a ticket that is fetched for it. */
import { openRealtime, realtimePath, realtimeProtocol, ticketProtocol } from '@foyer/contract';
import { call } from '../api/client.ts';
import { base } from '../base.ts';
import { attachedSession } from '../session/attached.ts';

const ticketMs = 10_000;

export interface DialOptions {
  /** The server has said that the session ended: whether there still is one is asked first. */
  readonly renew: boolean;
  readonly signal: AbortSignal;
}

/** @throws ApiError where there is no ticket; the signal's reason where it was aborted or took too long */
export async function dial({ renew, signal }: DialOptions): Promise<WebSocket> {
  if (renew) await attachedSession()?.renew();
  const { ticket } = await call(openRealtime, {
    report: 'console',
    retry: false,
    signal: AbortSignal.any([signal, AbortSignal.timeout(ticketMs)]),
  });
  const url = new URL(`${base}/api${realtimePath}`, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(url, [realtimeProtocol, ticketProtocol(ticket)]);
}
