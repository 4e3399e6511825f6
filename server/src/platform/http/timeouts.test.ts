/** Time limits of bodies and of a stop, with fake timers. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bodyTimeoutMs } from '#platform/http/body';
import { drainMs, listen } from '#platform/http/listener';
import { drainBodyMs } from '#platform/http/send';
import { startFoyer, testAdminKey, type Foyer } from '#testing/foyer';
import { holdTimers } from '#testing/timers';

/** Checks once per turn of the event loop, until the test times out. */
const waitUntil = async (condition: () => boolean): Promise<void> => {
  const running = { over: false };
  onTestFinished(() => void (running.over = true));
  while (!condition() && !running.over) await nextTurn();
};

/** Opens a request that announces a hundred bytes and sends one. */
function stall(foyer: Foyer, head: string) {
  const socket: Socket = connect(foyer.running.listener.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const received = { text: '', closed: false };
  socket.on('data', (chunk: Buffer) => (received.text += chunk.toString()));
  socket.on('error', () => undefined);
  socket.on('close', () => (received.closed = true));
  socket.write(`${head}\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{`);
  return received;
}

test.each([
  ['a JSON body', 'POST /api/designer/publish/nightfall HTTP/1.1\r\ncontent-type: application/json'],
  ['an upload', 'PUT /api/designer/assets/logo HTTP/1.1\r\ncontent-type: image/png'],
])('bad input 78g: %s that stalls for 30 seconds gets 408', async (_title, head) => {
  const foyer = await startFoyer();
  const waitsFor = holdTimers();
  const received = stall(foyer, `${head}\r\nauthorization: Bearer ${testAdminKey}`);
  await waitsFor(bodyTimeoutMs);
  vi.advanceTimersByTime(bodyTimeoutMs - 1);
  await nextTurn();
  expect(received.text).toBe('');
  vi.advanceTimersByTime(1);
  await waitUntil(() => received.text.includes('\r\n\r\n{'));
  expect(received.text).toMatch(/^HTTP\/1\.1 408 /);
  expect(received.text).toContain('"code":"requestTimeout"');
});

test('the connection of a rejected upload is closed after two seconds', async () => {
  const foyer = await startFoyer();
  const waitsFor = holdTimers();
  const received = stall(foyer, 'PUT /api/designer/assets/logo HTTP/1.1\r\ncontent-type: image/png');
  await waitUntil(() => received.text.includes('"code":"unauthorized"'));
  await waitsFor(drainBodyMs);
  expect(received.closed).toBe(false);
  vi.advanceTimersByTime(drainBodyMs);
  await waitUntil(() => received.closed);
  expect(received.text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
});

test('a stop accepts no connections, waits 20 seconds for running requests and then closes them', async () => {
  const listener = await listen({ host: '127.0.0.1', port: 0 });
  const requestReceived = new Promise<void>((resolve) => {
    listener.serve(() => resolve());
  });
  const socket = connect(listener.port, '127.0.0.1');
  const socketClosed = once(socket, 'close');
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await requestReceived;
  holdTimers();
  let ended = false;
  const stopped = listener.stop().then(() => (ended = true));
  vi.advanceTimersByTime(drainMs - 1);
  const [error] = (await once(connect(listener.port, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException];
  expect([error.code, ended, socket.closed]).toEqual(['ECONNREFUSED', false, false]);
  vi.advanceTimersByTime(1);
  await Promise.all([stopped, socketClosed]);
  expect(drainMs).toBe(20_000);
});
