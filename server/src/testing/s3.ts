/** A real S3 server on a random port with one bucket, for one test file. */
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Options } from '#platform/blobs/s3.connection';

/** The used part of s3rver, which has no type definitions. */
interface S3rver {
  run(): Promise<AddressInfo>;
  httpServer: Server;
}
type S3rverClass = new (options: object) => S3rver;

export interface S3Server {
  readonly options: S3Options;
  close(): Promise<void>;
}

export async function startS3(): Promise<S3Server> {
  const Server = createRequire(import.meta.url)('s3rver') as S3rverClass;
  const directory = await mkdtemp(join(tmpdir(), 'foyer-s3-'));
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'foyer' }],
  });
  const { port } = await server.run();
  return {
    options: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'foyer',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    async close() {
      server.httpServer.closeAllConnections();
      await new Promise((resolve) => server.httpServer.close(resolve));
      await rm(directory, { recursive: true, force: true });
    },
  };
}
