/** Opens a WebSocket with a newly fetched ticket. */
import { createRealtimeTicket, realtimePath, realtimeProtocol, ticketProtocol } from '@foyer/contract';
import { call } from '../api/client.ts';
import { base } from '../base.ts';

const ticketTimeoutMs = 10_000;

/**
 * A session that has ended gets no ticket; the failed call ends it in this tab.
 * @throws ApiError if the server issues no ticket; the signal's reason if the request is aborted or times out
 */
export async function openWebSocket(signal: AbortSignal): Promise<WebSocket> {
  const { ticket } = await call(createRealtimeTicket, {
    report: 'console',
    retry: false,
    signal: AbortSignal.any([signal, AbortSignal.timeout(ticketTimeoutMs)]),
  });
  const url = new URL(`${base}/api${realtimePath}`, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(url, [realtimeProtocol, ticketProtocol(ticket)]);
}
