import { useEffect } from 'react';
import { useConnection } from '../../platform/state/connection.ts';
import { runAfter } from '../../platform/time/timers.ts';

/** Limits how often presentations of one user replace each other's connections. */
const reconnectAfterMs = 2_000;

/** Reconnects after the server has closed the connection for too many tabs, because often nobody is there to press the button. */
export function useReconnect(): void {
  const reconnect = useConnection((state) => state.reconnect);
  useEffect(() => reconnect && runAfter(reconnectAfterMs, reconnect), [reconnect]);
}
