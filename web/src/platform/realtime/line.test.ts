import { closeCodes, welcome } from '@foyer/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Line } from './line.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.stubGlobal('WebSocket', { OPEN: 1 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

class Socket extends EventTarget {
  readonly readyState = 1;
  readonly send = vi.fn();
  readonly close = vi.fn();
  come(data: string | ArrayBuffer): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

const greeting = JSON.stringify({ event: welcome.name, data: {} });

function lineOver(socket: Socket) {
  const closed = vi.fn();
  const line = new Line(socket as unknown as WebSocket, { opened: vi.fn(), event: vi.fn(), closed });
  return { line, closed };
}

/** A page that is busy until then takes its timers before what has come meanwhile. */
const afterItsTimers = (socket: Socket, ms: number, data: string): void =>
  void setTimeout(() => socket.come(data), ms);

test('PRESENCE-04j what has come while the page was busy keeps a line that was asked whether it stands', () => {
  const socket = new Socket();
  const { line, closed } = lineOver(socket);
  socket.come(greeting);
  line.probe(3_000);
  afterItsTimers(socket, 3_000, '{"re":1,"result":null}');
  vi.advanceTimersByTime(5_000);
  expect(closed).not.toHaveBeenCalled();
  line.probe(3_000);
  vi.advanceTimersByTime(5_000);
  expect(closed).toHaveBeenCalledExactlyOnceWith(closeCodes.reconnecting, 3_000);
});

test('PRESENCE-04k a greeting that has come while the page was busy opens the line', () => {
  const socket = new Socket();
  const { closed } = lineOver(socket);
  afterItsTimers(socket, 10_000, greeting);
  vi.advanceTimersByTime(11_000);
  expect(closed).not.toHaveBeenCalled();
});

test('PRESENCE-04l a line over which a long message has come stands, though that is not read yet', () => {
  const socket = new Socket();
  const { line, closed } = lineOver(socket);
  socket.come(greeting);
  line.probe(3_000);
  socket.come(new ArrayBuffer(8));
  vi.advanceTimersByTime(5_000);
  expect(closed).not.toHaveBeenCalled();
});
