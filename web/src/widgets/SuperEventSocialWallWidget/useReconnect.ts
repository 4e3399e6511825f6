import { useEffect } from 'react';
import { useConnection } from '../../platform/state/connection.ts';
import { runAfter } from '../../platform/time/timers.ts';

/**
 * More presentations than a user can have connections would close each other. With this delay they do so seldom enough for
 * the server, and each of them is connected for most of the time.
 */
const reconnectAfterMs = 2_000;

/**
 * Reconnects if the server has closed the connection for too many tabs: nobody may be there to press the button. The server
 * closes the oldest connection then, usually of a tab that does not reconnect by itself.
 */
export function useReconnect(): void {
  const reconnect = useConnection((state) => state.reconnect);
  useEffect(() => reconnect && runAfter(reconnectAfterMs, reconnect), [reconnect]);
}
