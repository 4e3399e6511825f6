import {
  deleteChatMessage,
  dropChatUpload,
  exportChatRoom,
  listChatRooms,
  putChatUpload,
} from '@foyer/contract';
import { chatUploadBytes } from '@foyer/contract/limits';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startFoyer } from '#testing/foyer';
import { openTab } from '#testing/tab';
import {
  joinGlobalRoom,
  requestUrls,
  samplePicture,
  sendUpload,
  spooledFiles,
  storedFiles,
  type TokenHolder,
  tryUpload,
  upload,
} from '../testing/chatUploads.ts';
import {
  type Attendee,
  clientId,
  createAttendee,
  createAttendees,
  createGroup,
  errorCodeOf,
  nextMessage,
  openRoom,
  publishChat,
  send,
  startChat,
} from '../testing/chatVenue.ts';

test('CHAT-04a a file goes with a message, and whoever reads the room gets its address', async () => {
  const foyer = await startChat();
  const { roomId, people } = await joinGlobalRoom(foyer, 'Ada', 'Bo');
  const [ada, bo] = people as [Attendee, Attendee];
  const file = await upload(foyer, Buffer.from('Ten metres of cable\n'), { roomId, as: ada.person });
  expect(file).toMatchObject({ name: 'plan.txt', mediaType: 'text/plain', bytes: 20 });
  const { message } = (await sendUpload(ada, roomId, file.id, 'See here')).result;
  expect(message.upload).toEqual(file);
  expect((await nextMessage(bo.tab, 'See here')).message.upload).toEqual(file);
  const { url, previewUrl, expiresAt } = (await requestUrls(foyer, roomId, message.seq, bo.person)).body;
  expect([previewUrl, expiresAt > foyer.now]).toEqual([undefined, true]);
  const answer = await foyer.fetch(url);
  expect(await answer.text()).toBe('Ten metres of cable\n');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="plan.txt"/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  const otherSignature = url.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`);
  for (const forged of [otherSignature, url.split('?')[0] ?? ''])
    expect((await foyer.fetch(forged)).status).toBe(403);
  foyer.pass(3_600_000);
  expect((await foyer.fetch(url)).status).toBe(403);
});

test('CHAT-04b bad input 50: a picture is made anew, without what was written into it, with a preview', async () => {
  const foyer = await startChat();
  const { roomId, people } = await joinGlobalRoom(foyer, 'Ada');
  const [ada] = people as [Attendee];
  const given = { roomId, as: ada.person, name: 'a photo.JPG' };
  const jpeg = Buffer.concat([
    await samplePicture().jpeg().toBuffer(),
    Buffer.from('<script>alert(1)</script>'),
  ]);
  const file = await upload(foyer, jpeg, given);
  expect(file).toMatchObject({ name: 'a photo.jpg', mediaType: 'image/jpeg', width: 900, height: 600 });
  const { message } = (await sendUpload(ada, roomId, file.id)).result;
  const { url, previewUrl } = (await requestUrls(foyer, roomId, message.seq, ada.person)).body;
  const bytes = Buffer.from(await (await foyer.fetch(url)).arrayBuffer());
  expect(bytes.length).toBe(file.bytes);
  for (const secret of ['secret of the camera', '<script>']) expect(bytes.includes(secret)).toBe(false);
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  const preview = await foyer.fetch(previewUrl ?? '');
  expect(preview.headers.get('content-type')).toBe('image/webp');
  expect(await sharp(Buffer.from(await preview.arrayBuffer())).metadata()).toMatchObject({
    width: 480,
    height: 320,
  });
  const png = await upload(foyer, await samplePicture().png().toBuffer(), { ...given, name: 'x.html' });
  expect(png).toMatchObject({ name: 'x.html.png', mediaType: 'image/png' });
  const avif = await upload(foyer, await samplePicture().avif({ effort: 0 }).toBuffer(), given);
  expect(avif).toMatchObject({ name: 'a photo.JPG.webp', mediaType: 'image/webp' });
});

test('CHAT-04c bad input 49: 5 MB are the limit, exclusive, and nothing at all is no file', async () => {
  const foyer = await startChat();
  const { roomId, people } = await joinGlobalRoom(foyer, 'Ada');
  const as = people[0]!.person;
  const largest = await upload(foyer, Buffer.alloc(chatUploadBytes - 1, 'a'), { roomId, as });
  expect(largest.bytes).toBe(5_242_879);
  const over = await tryUpload(foyer, Buffer.alloc(chatUploadBytes, 'a'), { roomId, as });
  expect(over.fault?.code).toBe('payloadTooLarge');
  const chunked = await foyer.fetch(`/api/chat/rooms/${roomId}/uploads/${clientId()}?name=a.txt`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'text/plain' },
    body: new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < chatUploadBytes; sent += 65_536)
          controller.enqueue(new Uint8Array(65_536).fill(97));
        controller.close();
      },
    }),
    duplex: 'half',
  });
  expect(chunked.status).toBe(413);
  expect((await tryUpload(foyer, new Uint8Array(), { roomId, as })).fault?.code).toBe('invalidInput');
  expect(await spooledFiles(foyer)).toEqual([]);
});

test('CHAT-04d bad input 50: what a file is, its bytes say; names and types that lie do not help', async () => {
  const foyer = await startChat();
  const { roomId, people } = await joinGlobalRoom(foyer, 'Ada');
  const as = people[0]!.person;
  const code = async (bytes: Uint8Array, name: string) =>
    (await tryUpload(foyer, bytes, { roomId, as, name })).fault?.code;
  expect(await code(Buffer.from('MZ\x90\0\x03\0\0\0\x04\0', 'latin1'), 'setup.png')).toBe(
    'unsupportedMediaType',
  );
  expect(await code(Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1'), 'song.mp3')).toBe('unsupportedMediaType');
  expect(await code(Buffer.from('<?xml version="1.0"?><svg onload="a()"/>'), 'a.svg')).toBe(
    'unsupportedMediaType',
  );
  const whole = await samplePicture().jpeg().toBuffer();
  expect(await code(whole.subarray(0, whole.length / 2), 'a.jpg')).toBe('invalidAsset');
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const page = await upload(foyer, html, { roomId, as, name: 'index.html' });
  expect(page).toMatchObject({ name: 'index.html.txt', mediaType: 'text/plain' });
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj <</JS (app.alert(1))>> endobj\n%%EOF');
  expect(await upload(foyer, pdf, { roomId, as, name: 'a.png' })).toMatchObject({
    name: 'a.png.pdf',
    mediaType: 'application/pdf',
  });
  const gif = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
    .gif()
    .toBuffer();
  const polyglot = Buffer.concat([gif, Buffer.from('/*alert(1)*/')]);
  expect(await upload(foyer, polyglot, { roomId, as, name: 'a.js' })).toMatchObject({
    name: 'a.js.webp',
    mediaType: 'image/webp',
  });
  expect(await spooledFiles(foyer)).toEqual([]);
});

test.each([
  ['../../etc/passwd', 'passwd.txt'],
  ['a\r\nSet-Cookie: x=1.txt', 'aSet-Cookie_ x=1.txt'],
  ['photo\u202egpj.txt', 'photogpj.txt'],
  ['CON', '_CON.txt'],
  ['..', 'file.txt'],
  ['x'.repeat(300), `${'x'.repeat(120)}.txt`],
  ['Übersicht 1.csv', 'Übersicht 1.csv'],
])('bad input 52: a file named %j is called %j', async (name, called) => {
  const foyer = await startChat();
  const { roomId, people } = await joinGlobalRoom(foyer, 'Ada');
  const [ada] = people as [Attendee];
  const file = await upload(foyer, Buffer.from('text'), { roomId, as: ada.person, name });
  expect(file.name).toBe(called);
  const { message } = (await sendUpload(ada, roomId, file.id)).result;
  const { url } = (await requestUrls(foyer, roomId, message.seq, ada.person)).body;
  const answer = await foyer.fetch(url);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('set-cookie')).toBeNull();
  const nul = await tryUpload(foyer, Buffer.from('text'), { roomId, as: ada.person, name: 'a\0b' });
  expect(nul.fault?.code).toBe('invalidInput');
});

test('CHAT-13a an upload belongs to its person, its room and one message', async () => {
  const foyer = await startChat();
  const { roomId, people } = await joinGlobalRoom(foyer, 'Ada', 'Bo');
  const [ada, bo] = people as [Attendee, Attendee];
  const id = clientId();
  const bytes = Buffer.from('mine');
  const file = await upload(foyer, bytes, { roomId, as: ada.person, clientId: id });
  expect(await upload(foyer, bytes, { roomId, as: ada.person, clientId: id })).toEqual(file);
  const other = await tryUpload(foyer, Buffer.from('other'), { roomId, as: ada.person, clientId: id });
  expect(other.fault?.code).toBe('conflict');
  expect(await errorCodeOf(sendUpload(bo, roomId, file.id))).toBe('gone');
  const area = await openRoom(ada.tab, { areaId: 'lobby' });
  expect(await errorCodeOf(sendUpload(ada, area.id, file.id))).toBe('gone');
  const tries = await Promise.all([sendUpload(ada, roomId, file.id), sendUpload(ada, roomId, file.id)]);
  expect(new Set(tries.map(({ fault }) => fault?.code))).toEqual(new Set(['gone', undefined]));
  expect(await errorCodeOf(sendUpload(ada, roomId, 'no-such-upload'))).toBe('gone');
});

test('CHAT-13b what is taken back is gone; not what a message has, nor what is somebody else’s', async () => {
  const foyer = await startChat();
  const { roomId, people } = await joinGlobalRoom(foyer, 'Ada', 'Bo');
  const [ada, bo] = people as [Attendee, Attendee];
  const takeBack = (who: Attendee, id: string) =>
    foyer.call(dropChatUpload, { params: { roomId, clientId: id } }, { as: who.person });
  const [first, second] = [clientId(), clientId()];
  const file = await upload(foyer, Buffer.from('first'), { roomId, as: ada.person, clientId: first });
  const kept = await upload(foyer, Buffer.from('second'), { roomId, as: ada.person, clientId: second });
  expect((await takeBack(bo, first)).status).toBe(204);
  expect(await storedFiles(foyer)).toHaveLength(2);
  expect((await takeBack(ada, first)).status).toBe(204);
  expect((await takeBack(ada, first)).status).toBe(204);
  expect(await storedFiles(foyer)).toHaveLength(1);
  expect(await errorCodeOf(sendUpload(ada, roomId, file.id))).toBe('gone');
  const { message } = (await sendUpload(ada, roomId, kept.id)).result;
  expect((await takeBack(ada, second)).status).toBe(204);
  expect((await requestUrls(foyer, roomId, message.seq, ada.person)).status).toBe(200);
});

test('CHAT-14a a file is gone with its message, and says so', async () => {
  const foyer = await startChat();
  const { roomId, people } = await joinGlobalRoom(foyer, 'Ada');
  const [ada] = people as [Attendee];
  const file = await upload(foyer, await samplePicture().png().toBuffer(), { roomId, as: ada.person });
  const { message } = (await sendUpload(ada, roomId, file.id)).result;
  const { url } = (await requestUrls(foyer, roomId, message.seq, ada.person)).body;
  expect(await storedFiles(foyer)).toHaveLength(2);
  await ada.tab.must(deleteChatMessage, { roomId, seq: message.seq });
  expect((await foyer.fetch(url)).status).toBe(410);
  expect((await requestUrls(foyer, roomId, message.seq, ada.person)).fault?.code).toBe('gone');
  await expect.poll(() => storedFiles(foyer)).toEqual([]);
});

test('CHAT-14b what no message takes within a day is gone', async () => {
  const foyer = await startChat();
  const { roomId, people } = await joinGlobalRoom(foyer, 'Ada');
  const [ada] = people as [Attendee];
  const kept = await upload(foyer, Buffer.from('kept'), { roomId, as: ada.person });
  const { message } = (await sendUpload(ada, roomId, kept.id)).result;
  const left = await upload(foyer, Buffer.from('left'), { roomId, as: ada.person });
  expect(await storedFiles(foyer)).toHaveLength(2);
  foyer.pass(25 * 3_600_000);
  await expect.poll(() => storedFiles(foyer)).toHaveLength(1);
  const again = await foyer.people.signIn(ada.person.email);
  const tab = await openTab(foyer, { as: again });
  expect(await errorCodeOf(sendUpload({ ...ada, tab }, roomId, left.id))).toBe('gone');
  expect((await requestUrls(foyer, roomId, message.seq, again)).status).toBe(200);
});

test('P20h who does not read a room neither puts files into it nor gets those of it', async () => {
  const foyer = await startChat();
  const [ada, bo, cy, eve] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy', 'Eve');
  const { id: roomId } = await createGroup(ada, [bo, cy], 'privateGroup');
  const file = await upload(foyer, Buffer.from('ours'), { roomId, as: ada.person });
  const { message } = (await sendUpload(ada, roomId, file.id)).result;
  expect((await tryUpload(foyer, Buffer.from('mine'), { roomId, as: eve.person })).fault?.code).toBe(
    'notFound',
  );
  expect((await requestUrls(foyer, roomId, message.seq, eve.person)).fault?.code).toBe('notFound');
  expect((await requestUrls(foyer, roomId, 1, bo.person)).fault?.code).toBe('gone');
  expect((await requestUrls(foyer, roomId, 99, bo.person)).fault?.code).toBe('notFound');
  const asked = await foyer.call(exportChatRoom, { params: { roomId } }, { as: eve.person });
  expect(asked.fault?.code).toBe('notFound');
});

test('CHAT-04e ROLE-04 a guest uploads where guests write, and not where they only read', async () => {
  for (const guestsMayWrite of [true, false]) {
    const foyer = await startFoyer();
    await publishChat(foyer, { guestsMayWrite });
    const guest = await openTab(foyer, { as: 'guest' });
    const { id: roomId } = await openRoom(guest, { global: true });
    const { fault } = await foyer.call(
      putChatUpload,
      {
        params: { roomId, clientId: clientId() },
        query: { name: 'a.txt' },
        body: new Uint8Array(Buffer.from('hi')),
      },
      { as: 'guest' },
    );
    expect(fault?.code).toBe(guestsMayWrite ? undefined : 'cannotPublish');
  }
});

test('CHAT-07k a room is exported by its members, a standing one by hosts, from where they read', async () => {
  const foyer = await startChat();
  const [ada, bo, cy, di] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy', 'Di');
  const host = await createAttendee(foyer, 'Henri', true);
  const { id: roomId } = await createGroup(ada, [bo, cy], 'privateGroup');
  await send(ada.tab, roomId, 'Before\nyou came');
  const lines = async (as: TokenHolder, id = roomId) => {
    const answer = await foyer.fetch(`/api/chat/rooms/${id}/export`, {
      headers: { authorization: `Bearer ${as.token}` },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toContain('.jsonl');
    const text = (await answer.text()).trim().split('\n');
    return text.map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const [head, ...messages] = await lines(bo.person);
  expect(head).toMatchObject({ room: { id: roomId, kind: 'privateGroup', name: 'Lighting' } });
  expect(messages).toMatchObject([
    { seq: 1, notice: { kind: 'created' } },
    { seq: 2, text: 'Before\nyou came', author: { uid: ada.id, name: 'Ada' } },
  ]);
  const all = await openRoom(di.tab, { global: true });
  await send(di.tab, all.id, 'To all');
  const asked = await foyer.call(exportChatRoom, { params: { roomId: all.id } }, { as: di.person });
  expect(asked.fault?.code).toBe('forbidden');
  await host.tab.must(listChatRooms, {});
  expect((await lines(host.person, all.id)).at(-1)).toMatchObject({ text: 'To all', author: { name: 'Di' } });
});
