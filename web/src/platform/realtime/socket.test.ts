import { closeCodes, welcome } from '@foyer/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Socket } from './socket.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.stubGlobal('WebSocket', { OPEN: 1 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

class FakeWebSocket extends EventTarget {
  readonly readyState = 1;
  readonly send = vi.fn();
  readonly close = vi.fn();
  receive(data: string | ArrayBuffer): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

const greeting = JSON.stringify({ event: welcome.name, data: {} });

function connect() {
  const webSocket = new FakeWebSocket();
  const closed = vi.fn();
  const socket = new Socket(webSocket as unknown as WebSocket, {
    onOpen: vi.fn(),
    onEvent: vi.fn(),
    onClose: closed,
  });
  return { webSocket, socket, closed };
}

/** Delivers a message after the timers of the same moment, as a page does that was busy until then. */
const receiveAfterTimers = (webSocket: FakeWebSocket, ms: number, data: string): void =>
  void setTimeout(() => webSocket.receive(data), ms);

test('PRESENCE-04j a message that arrived while the page was busy keeps a probed connection open', () => {
  const { webSocket, socket, closed } = connect();
  webSocket.receive(greeting);
  socket.probe(3_000);
  receiveAfterTimers(webSocket, 3_000, '{"id":1,"result":null}');
  vi.advanceTimersByTime(5_000);
  expect(closed).not.toHaveBeenCalled();
  socket.probe(3_000);
  vi.advanceTimersByTime(5_000);
  expect(closed).toHaveBeenCalledExactlyOnceWith(closeCodes.reconnecting, 3_000);
});

test('PRESENCE-04k a welcome that arrived while the page was busy opens the connection', () => {
  const { webSocket, closed } = connect();
  receiveAfterTimers(webSocket, 10_000, greeting);
  vi.advanceTimersByTime(11_000);
  expect(closed).not.toHaveBeenCalled();
});

test('PRESENCE-04l a compressed message that is not decoded yet keeps a probed connection open', () => {
  const { webSocket, socket, closed } = connect();
  webSocket.receive(greeting);
  socket.probe(3_000);
  webSocket.receive(new ArrayBuffer(8));
  vi.advanceTimersByTime(5_000);
  expect(closed).not.toHaveBeenCalled();
});
