/** Malicious uploads. */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { chatUploadBurst, chatUploadRefillMs, chatConcurrentUploads } from '@foyer/contract/limits';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Foyer } from '#testing/foyer';
import { holdTimers } from '#testing/timers';
import {
  joinGlobalRoom,
  samplePicture,
  spooledFiles,
  type TokenHolder,
  tryUpload,
  upload,
} from '../testing/chatUploads.ts';
import { type Attendee, clientId, startChat } from '../testing/chatVenue.ts';

test('bad input 53: an aborted upload leaves no file, and many uploads at once are accepted or rate-limited', async () => {
  const foyer = await startChat();
  const { roomId, attendees } = await joinGlobalRoom(foyer, 'Ada', 'Bo');
  const [ada, bo] = attendees as [Attendee, Attendee];
  const broken = request(`${foyer.url}/api/chat/rooms/${roomId}/uploads/${clientId()}?name=a.txt`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${ada.user.token}`,
      'content-type': 'text/plain',
      'content-length': 100_000,
    },
  });
  broken.on('error', () => undefined);
  broken.write('a'.repeat(99_000));
  await expect.poll(() => spooledFiles(foyer)).toHaveLength(1);
  broken.destroy();
  await expect.poll(() => spooledFiles(foyer)).toEqual([]);
  const many = await Promise.all(
    Array.from({ length: 50 }, (_, no) =>
      tryUpload(foyer, Buffer.from(`no. ${no}`), { roomId, as: [ada, bo][no % 2]!.user }),
    ),
  );
  const codes = new Set(many.map(({ error }) => error?.code));
  expect([...codes].filter((code) => code !== undefined && code !== 'tooManyRequests')).toEqual([]);
  expect(many.filter(({ error }) => error === undefined).length).toBeGreaterThan(10);
  expect(await spooledFiles(foyer)).toEqual([]);
});

/** Starts an upload that sends less than its content-length. */
function stalled(foyer: Foyer, roomId: string, as: TokenHolder) {
  const upload = request(`${foyer.url}/api/chat/rooms/${roomId}/uploads/${clientId()}?name=a.txt`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'text/plain', 'content-length': 100_000 },
  });
  const status = new Promise<number | undefined>((resolve) => {
    upload.on('response', (response) => resolve(response.resume().statusCode));
    upload.on('error', () => resolve(undefined));
  });
  upload.write('a');
  onTestFinished(() => void upload.destroy());
  return { status, end: () => upload.destroy() };
}

test('bad input 53: stalled uploads of one user do not keep others from uploading', async () => {
  const foyer = await startChat();
  const { roomId, attendees } = await joinGlobalRoom(foyer, 'Ada', 'Bo');
  const [ada, bo] = attendees as [Attendee, Attendee];
  const stalledUploads = Array.from({ length: chatConcurrentUploads }, () =>
    stalled(foyer, roomId, ada.user),
  );
  await expect.poll(() => spooledFiles(foyer)).toHaveLength(chatConcurrentUploads);
  const more = await tryUpload(foyer, Buffer.from('more'), { roomId, as: ada.user });
  expect(more.error?.code).toBe('tooManyRequests');
  await upload(foyer, Buffer.from('mine'), { roomId, as: bo.user });
  for (const { end } of stalledUploads) end();
  await expect.poll(() => spooledFiles(foyer)).toEqual([]);
  await upload(foyer, Buffer.from('more'), { roomId, as: ada.user });
});

test('bad input 53: an upload that stalls for 25 seconds is answered with 408', async () => {
  const foyer = await startChat();
  const { roomId, attendees } = await joinGlobalRoom(foyer, 'Ada');
  const timersSet = holdTimers();
  const { status } = stalled(foyer, roomId, attendees[0]!.user);
  // One timer for the byte that is sent, and one for the byte that is not.
  await timersSet(25_000, 2);
  vi.advanceTimersByTime(25_000);
  expect(await status).toBe(408);
  while ((await spooledFiles(foyer)).length > 0) await turn();
});

/** Returns all bytes that the server sends until it closes the connection. `rest` is sent after the first response. */
async function responsesTo(foyer: Foyer, bytes: string, rest?: string): Promise<string> {
  const { hostname, port } = new URL(foyer.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(bytes);
  if (rest !== undefined) socket.once('data', () => socket.write(rest));
  return text(socket);
}

test('bad input 53: a body longer than its content-length closes the connection, as does one with two lengths', async () => {
  const foyer = await startChat();
  const { roomId, attendees } = await joinGlobalRoom(foyer, 'Ada');
  const { token } = attendees[0]!.user;
  const requestWith = (headers: readonly string[]) =>
    [
      `PUT /api/chat/rooms/${roomId}/uploads/${clientId()}?name=a.txt HTTP/1.1`,
      'host: localhost',
      `authorization: Bearer ${token}`,
      'content-type: text/plain',
      ...headers,
      '',
      '',
    ].join('\r\n');
  const responses = await responsesTo(foyer, `${requestWith(['content-length: 5'])}hello`, ' and more');
  expect(responses).toMatch(/^HTTP\/1\.1 20\d [^]*"bytes":5[^]*HTTP\/1\.1 400 [^]*connection: close/);
  // Request smuggling: one server would read the second length as a body, another as a request.
  const two = ['content-length: 5', 'transfer-encoding: chunked'];
  expect(await responsesTo(foyer, `${requestWith(two)}5\r\nhello\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  await expect.poll(() => spooledFiles(foyer)).toEqual([]);
});

test('bad input 50: a decompression bomb is rejected by its header, and uploads are rate-limited', async () => {
  const foyer = await startChat();
  const { roomId, attendees } = await joinGlobalRoom(foyer, 'Ada');
  const as = attendees[0]!.user;
  const bomb = await samplePicture().png().toBuffer();
  bomb.writeUInt32BE(65_535, 16);
  bomb.writeUInt32BE(65_535, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  expect((await tryUpload(foyer, bomb, { roomId, as, name: 'a.png' })).error?.code).toBe('invalidAsset');
  const code = async () => (await tryUpload(foyer, new Uint8Array(), { roomId, as })).error?.code;
  for (let no = 1; no < chatUploadBurst; no++) expect(await code()).toBe('invalidInput');
  const { status, headers } = await tryUpload(foyer, new Uint8Array(), { roomId, as });
  expect([status, headers.get('retry-after')]).toEqual([429, String(chatUploadRefillMs / 1_000)]);
  foyer.advance(chatUploadRefillMs);
  expect(await code()).toBe('invalidInput');
});
