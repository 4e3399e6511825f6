import { readdir } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ApiError } from '#platform/apiError';
import { Spool, type SpoolLimits } from '#platform/uploads/spool';
import { testDatabase } from '#testing/database';

/** A server that only receives uploads, with small limits. */
async function receiver(limits: Partial<SpoolLimits>): Promise<{ port: number; folder: string }> {
  const database = await testDatabase('sqlite');
  const folder = join(database.dataDir, 'spool');
  const spool = new Spool(folder, {
    bytes: 1_000_000,
    idleMs: 10_000,
    totalMs: 10_000,
    parallel: 4,
    ...limits,
  });
  await spool.prepare(0);
  const server = createServer((incoming, response) => {
    spool
      .runLimited(() => spool.withFolder((at) => spool.receive(incoming, at)))
      .then(
        ({ bytes }) => response.end(String(bytes)),
        (error: unknown) => {
          const status = error instanceof ApiError ? error.status : 500;
          response.writeHead(status, { connection: 'close' }).end();
        },
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await database.remove();
  });
  return { port: (server.address() as AddressInfo).port, folder };
}

/** Starts an upload of unknown length. */
function begin(port: number): { send(bytes: number): void; end(): void; status: Promise<number> } {
  const upload = request({ port, host: '127.0.0.1', method: 'PUT' });
  const status = new Promise<number>((resolve, reject) => {
    upload.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    upload.on('error', reject);
  });
  status.catch(() => undefined);
  upload.flushHeaders();
  return {
    send: (bytes) => void upload.write(Buffer.alloc(bytes, 1)),
    end: () => void upload.end(),
    status,
  };
}

test('an upload that stalls or takes too long gets 408 and leaves nothing', async () => {
  const idleLimited = await receiver({ idleMs: 60 });
  const stalled = begin(idleLimited.port);
  stalled.send(1_000);
  expect(await stalled.status).toBe(408);
  expect(await readdir(idleLimited.folder)).toEqual([]);

  const timeLimited = await receiver({ totalMs: 150 });
  const dripping = begin(timeLimited.port);
  const drip = setInterval(() => dripping.send(1), 10);
  expect(await dripping.status).toBe(408);
  clearInterval(drip);
  expect(await readdir(timeLimited.folder)).toEqual([]);
});

test('an upload without a length is rejected above exactly the limit', async () => {
  const { port, folder } = await receiver({ bytes: 1_000_000 });
  const fits = begin(port);
  fits.send(1_000_000);
  fits.end();
  expect(await fits.status).toBe(200);
  const exceeds = begin(port);
  exceeds.send(1_000_001);
  expect(await exceeds.status).toBe(413);
  expect(await readdir(folder)).toEqual([]);
});

test('more than the allowed concurrent uploads get 429', async () => {
  const { port, folder } = await receiver({ parallel: 4 });
  const running = Array.from({ length: 4 }, () => begin(port));
  for (const upload of running) upload.send(10);
  await expect.poll(async () => (await readdir(folder)).length).toBe(4);
  expect(await begin(port).status).toBe(429);
  for (const upload of running) upload.end();
  expect(await Promise.all(running.map(({ status }) => status))).toEqual([200, 200, 200, 200]);
  expect(await readdir(folder)).toEqual([]);
});
