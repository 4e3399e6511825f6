import { closeCodes, welcome } from '@foyer/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Socket } from './socket.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.stubGlobal('WebSocket', { OPEN: 1 });
  vi.stubGlobal('document', page);
  page.visibilityState = 'visible';
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

const page = { visibilityState: 'visible' };
const greeting = JSON.stringify({ event: welcome.name, data: {} });

function connect() {
  const webSocket = new FakeWebSocket();
  const closed = vi.fn();
  const silent = vi.fn();
  const listener = { onOpen: vi.fn(), onEvent: vi.fn(), onSilent: silent, onClose: closed };
  const socket = new Socket(webSocket as unknown as WebSocket, listener, 10_000);
  return { webSocket, socket, silent, closed };
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

test.each([
  ['visible', 4_000],
  ['hidden', 15_000],
])(
  'a %s tab that receives nothing sends a ping every %i ms, one that receives events sends none',
  (state, ms) => {
    page.visibilityState = state;
    const { webSocket, silent } = connect();
    webSocket.receive(greeting);
    for (let passed = 0; passed < 60_000; passed += 3_000) {
      vi.advanceTimersByTime(3_000);
      webSocket.receive('{"event":"presence.counts","data":{}}');
    }
    expect(webSocket.send).not.toHaveBeenCalled();
    for (let id = 1; id < 5; id++) {
      vi.advanceTimersByTime(ms - 1);
      expect(webSocket.send).toHaveBeenCalledTimes(id - 1);
      vi.advanceTimersByTime(1);
      expect(webSocket.send).toHaveBeenCalledTimes(id);
      webSocket.receive(JSON.stringify({ id, result: null }));
    }
    expect(silent).not.toHaveBeenCalled();
  },
);

test('a connection without an answer to a ping for two seconds is silent, until the next message', () => {
  const { webSocket, socket, silent, closed } = connect();
  webSocket.receive(greeting);
  vi.advanceTimersByTime(5_999);
  expect(silent).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2);
  expect([socket.isSilent, silent.mock.calls.length]).toEqual([true, 1]);
  vi.advanceTimersByTime(8_000);
  expect(silent).toHaveBeenCalledOnce();
  webSocket.receive('{"id":1,"result":null}');
  expect(socket.isSilent).toBe(false);
  vi.advanceTimersByTime(3_000);
  expect(closed).not.toHaveBeenCalled();
});

test('the computer’s clock may be set forward or back', () => {
  const { webSocket, silent, closed } = connect();
  webSocket.receive(greeting);
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(3_999);
  expect(webSocket.send).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() - 7_200_000);
  vi.advanceTimersByTime(1);
  expect(webSocket.send).toHaveBeenCalledOnce();
  webSocket.receive('{"id":1,"result":null}');
  vi.advanceTimersByTime(3_000);
  expect([silent.mock.calls, closed.mock.calls]).toEqual([[], []]);
});
