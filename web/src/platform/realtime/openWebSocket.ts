/** Opens a WebSocket with a newly fetched ticket. */
import { createRealtimeTicket, realtimePath, realtimeProtocol, ticketProtocol } from '@foyer/contract';
import { call } from '../api/client.ts';
import { base } from '../base.ts';
import { runAfter } from '../time/timers.ts';

/**
 * A session that has ended gets no ticket; the failed call ends it in this tab.
 * @param withinMs the time for the ticket
 * @throws ApiError if the server issues no ticket; the signal's reason if the request is aborted or times out
 */
export async function openWebSocket(signal: AbortSignal, withinMs: number): Promise<WebSocket> {
  const tooLate = new AbortController();
  const cancelTimeout = runAfter(withinMs, () => tooLate.abort(), signal);
  const { ticket } = await call(createRealtimeTicket, {
    report: 'console',
    retry: false,
    signal: AbortSignal.any([signal, tooLate.signal]),
  }).finally(cancelTimeout);
  const url = new URL(`${base}/api${realtimePath}`, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(url, [realtimeProtocol, ticketProtocol(ticket)]);
}
