/** Files of people who mean no good. */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { chatUploadBurst, chatUploadEveryMs, chatUploadsAtOnce } from '@foyer/contract/limits';
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

test('bad input 53: an upload that breaks off leaves nothing, and many at once are let in or told to wait', async () => {
  const foyer = await startChat();
  const { roomId, people } = await joinGlobalRoom(foyer, 'Ada', 'Bo');
  const [ada, bo] = people as [Attendee, Attendee];
  const broken = request(`${foyer.url}/api/chat/rooms/${roomId}/uploads/${clientId()}?name=a.txt`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${ada.person.token}`,
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
      tryUpload(foyer, Buffer.from(`no. ${no}`), { roomId, as: [ada, bo][no % 2]!.person }),
    ),
  );
  const codes = new Set(many.map(({ fault }) => fault?.code));
  expect([...codes].filter((code) => code !== undefined && code !== 'tooManyRequests')).toEqual([]);
  expect(many.filter(({ fault }) => fault === undefined).length).toBeGreaterThan(10);
  expect(await spooledFiles(foyer)).toEqual([]);
});

/** An upload that says how long it is, and sends less. */
function stalled(foyer: Foyer, roomId: string, as: TokenHolder) {
  const upload = request(`${foyer.url}/api/chat/rooms/${roomId}/uploads/${clientId()}?name=a.txt`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'text/plain', 'content-length': 100_000 },
  });
  const status = new Promise<number | undefined>((resolve) => {
    upload.on('response', (answer) => resolve(answer.resume().statusCode));
    upload.on('error', () => resolve(undefined));
  });
  upload.write('a');
  onTestFinished(() => void upload.destroy());
  return { status, end: () => upload.destroy() };
}

test('bad input 53: whoever lets uploads lie about keeps nobody else from theirs', async () => {
  const foyer = await startChat();
  const { roomId, people } = await joinGlobalRoom(foyer, 'Ada', 'Bo');
  const [ada, bo] = people as [Attendee, Attendee];
  const lying = Array.from({ length: chatUploadsAtOnce }, () => stalled(foyer, roomId, ada.person));
  await expect.poll(() => spooledFiles(foyer)).toHaveLength(chatUploadsAtOnce);
  const more = await tryUpload(foyer, Buffer.from('more'), { roomId, as: ada.person });
  expect(more.fault?.code).toBe('tooManyRequests');
  await upload(foyer, Buffer.from('mine'), { roomId, as: bo.person });
  for (const { end } of lying) end();
  await expect.poll(() => spooledFiles(foyer)).toEqual([]);
  await upload(foyer, Buffer.from('more'), { roomId, as: ada.person });
});

test('bad input 53: a body that stops coming is given up after 25 seconds, and says so', async () => {
  const foyer = await startChat();
  const { roomId, people } = await joinGlobalRoom(foyer, 'Ada');
  const timersSet = holdTimers();
  const { status } = stalled(foyer, roomId, people[0]!.person);
  // One for the byte that comes, one for the next that does not.
  await timersSet(25_000, 2);
  vi.advanceTimersByTime(25_000);
  expect(await status).toBe(408);
  while ((await spooledFiles(foyer)).length > 0) await turn();
});

/** All that a server answers until it ends the line. `rest` is sent when the first answer is there. */
async function answersTo(foyer: Foyer, bytes: string, rest?: string): Promise<string> {
  const { hostname, port } = new URL(foyer.url);
  const line = connect(Number(port), hostname);
  onTestFinished(() => void line.destroy());
  await once(line, 'connect');
  line.write(bytes);
  if (rest !== undefined) line.once('data', () => line.write(rest));
  return text(line);
}

test('bad input 53: a body that is longer than it says ends the line, as does one with two lengths', async () => {
  const foyer = await startChat();
  const { roomId, people } = await joinGlobalRoom(foyer, 'Ada');
  const { token } = people[0]!.person;
  const asked = (headers: readonly string[]) =>
    [
      `PUT /api/chat/rooms/${roomId}/uploads/${clientId()}?name=a.txt HTTP/1.1`,
      'host: foyer',
      `authorization: Bearer ${token}`,
      'content-type: text/plain',
      ...headers,
      '',
      '',
    ].join('\r\n');
  const said = await answersTo(foyer, `${asked(['content-length: 5'])}hello`, ' and more');
  expect(said).toMatch(/^HTTP\/1\.1 20\d [^]*"bytes":5[^]*HTTP\/1\.1 400 [^]*connection: close/);
  // Two lengths: what one server takes for a body another takes for a request.
  const two = ['content-length: 5', 'transfer-encoding: chunked'];
  expect(await answersTo(foyer, `${asked(two)}5\r\nhello\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  await expect.poll(() => spooledFiles(foyer)).toEqual([]);
});

test('bad input 50: a picture that is a bomb is refused by its head, and nobody sends files without end', async () => {
  const foyer = await startChat();
  const { roomId, people } = await joinGlobalRoom(foyer, 'Ada');
  const as = people[0]!.person;
  const bomb = await samplePicture().png().toBuffer();
  bomb.writeUInt32BE(65_535, 16);
  bomb.writeUInt32BE(65_535, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  expect((await tryUpload(foyer, bomb, { roomId, as, name: 'a.png' })).fault?.code).toBe('invalidAsset');
  const code = async () => (await tryUpload(foyer, new Uint8Array(), { roomId, as })).fault?.code;
  for (let no = 1; no < chatUploadBurst; no++) expect(await code()).toBe('invalidInput');
  expect(await code()).toBe('tooManyRequests');
  foyer.pass(chatUploadEveryMs);
  expect(await code()).toBe('invalidInput');
});
