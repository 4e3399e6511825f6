/** Opens a WebSocket, with a ticket that is fetched for it. */
import { openRealtime, realtimePath, realtimeProtocol, ticketProtocol } from '@foyer/contract';
import { call } from '../api/client.ts';
import { base } from '../base.ts';

const ticketMs = 10_000;

/**
 * A session that has ended gets no ticket, and is told so as by any other call.
 * @throws ApiError where there is no ticket; the signal's reason where it was aborted or took too long
 */
export async function openWebSocket(signal: AbortSignal): Promise<WebSocket> {
  const { ticket } = await call(openRealtime, {
    report: 'console',
    retry: false,
    signal: AbortSignal.any([signal, AbortSignal.timeout(ticketMs)]),
  });
  const url = new URL(`${base}/api${realtimePath}`, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(url, [realtimeProtocol, ticketProtocol(ticket)]);
}
