import {
  addChatMembers,
  deleteChatMessage,
  deleteChatUpload,
  exportChatRoom,
  listChatRooms,
  uploadChatFile,
} from '@foyer/contract';
import { chatUploadBytes } from '@foyer/contract/limits';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startFoyer } from '#testing/foyer';
import { connectTab } from '#testing/tab';
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
  messageIn,
} from '../testing/chatVenue.ts';

test('CHAT-04g a file is sent with a message, and readers of the room get its URL', async () => {
  const foyer = await startChat();
  const { roomId, attendees } = await joinGlobalRoom(foyer, 'Ada', 'Bo');
  const [ada, bo] = attendees as [Attendee, Attendee];
  const file = await upload(foyer, Buffer.from('Ten metres of cable\n'), { roomId, as: ada.user });
  expect(file).toMatchObject({ name: 'plan.txt', mediaType: 'text/plain', bytes: 20 });
  const message = messageIn((await sendUpload(ada, roomId, file.id, 'See here')).result);
  expect(message.upload).toEqual(file);
  expect((await nextMessage(bo.tab, 'See here')).message.upload).toEqual(file);
  const { url, previewUrl, expiresAt } = (await requestUrls(foyer, roomId, message.seq, bo.user)).body;
  expect([previewUrl, expiresAt > foyer.now]).toEqual([undefined, true]);
  const response = await foyer.fetch(url);
  expect(await response.text()).toBe('Ten metres of cable\n');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="plan.txt"/);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('content-security-policy')).toContain('sandbox');
  const otherSignature = url.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`);
  for (const forged of [otherSignature, url.split('?')[0] ?? ''])
    expect((await foyer.fetch(forged)).status).toBe(403);
  foyer.advance(3_600_000);
  expect((await foyer.fetch(url)).status).toBe(403);
});

test('CHAT-04b bad input 50: a picture is encoded again, without its metadata, with a preview', async () => {
  const foyer = await startChat();
  const { roomId, attendees } = await joinGlobalRoom(foyer, 'Ada');
  const [ada] = attendees as [Attendee];
  const options = { roomId, as: ada.user, name: 'a photo.JPG' };
  const jpeg = Buffer.concat([
    await samplePicture().jpeg().toBuffer(),
    Buffer.from('<script>alert(1)</script>'),
  ]);
  const file = await upload(foyer, jpeg, options);
  expect(file).toMatchObject({ name: 'a photo.jpg', mediaType: 'image/jpeg', width: 900, height: 600 });
  const message = messageIn((await sendUpload(ada, roomId, file.id)).result);
  const { url, previewUrl } = (await requestUrls(foyer, roomId, message.seq, ada.user)).body;
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
  const png = await upload(foyer, await samplePicture().png().toBuffer(), { ...options, name: 'x.html' });
  expect(png).toMatchObject({ name: 'x.html.png', mediaType: 'image/png' });
  const avif = await upload(foyer, await samplePicture().avif({ effort: 0 }).toBuffer(), options);
  expect(avif).toMatchObject({ name: 'a photo.JPG.webp', mediaType: 'image/webp' });
});

test('CHAT-04i bad input 49: files must be smaller than 5 MB, and not empty', async () => {
  const foyer = await startChat();
  const { roomId, attendees } = await joinGlobalRoom(foyer, 'Ada');
  const as = attendees[0]!.user;
  const largest = await upload(foyer, Buffer.alloc(chatUploadBytes - 1, 'a'), { roomId, as });
  expect(largest.bytes).toBe(5_242_879);
  const over = await tryUpload(foyer, Buffer.alloc(chatUploadBytes, 'a'), { roomId, as });
  expect(over.error?.code).toBe('payloadTooLarge');
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
  expect((await tryUpload(foyer, new Uint8Array(), { roomId, as })).error?.code).toBe('invalidInput');
  expect(await spooledFiles(foyer)).toEqual([]);
});

test('CHAT-04d bad input 50: the type of a file is detected by its bytes, not by its name', async () => {
  const foyer = await startChat();
  const { roomId, attendees } = await joinGlobalRoom(foyer, 'Ada');
  const as = attendees[0]!.user;
  const code = async (bytes: Uint8Array, name: string) =>
    (await tryUpload(foyer, bytes, { roomId, as, name })).error?.code;
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
  ['a\r\nSet-Cookie: x=1.txt', 'a Set-Cookie_ x=1.txt'],
  ['photo\u202egpj.txt', 'photogpj.txt'],
  ['CON', '_CON.txt'],
  ['..', 'file.txt'],
  ['x'.repeat(300), `${'x'.repeat(120)}.txt`],
  ['Übersicht 1.csv', 'Übersicht 1.csv'],
])('bad input 52: a file named %j is stored as %j', async (name, called) => {
  const foyer = await startChat();
  const { roomId, attendees } = await joinGlobalRoom(foyer, 'Ada');
  const [ada] = attendees as [Attendee];
  const file = await upload(foyer, Buffer.from('text'), { roomId, as: ada.user, name });
  expect(file.name).toBe(called);
  const message = messageIn((await sendUpload(ada, roomId, file.id)).result);
  const { url } = (await requestUrls(foyer, roomId, message.seq, ada.user)).body;
  const response = await foyer.fetch(url);
  expect(response.status).toBe(200);
  expect(response.headers.get('set-cookie')).toBeNull();
  const nul = await tryUpload(foyer, Buffer.from('text'), { roomId, as: ada.user, name: 'a\0b' });
  expect(nul.error?.code).toBe('invalidInput');
});

test('CHAT-13a an upload belongs to its user, its room and one message', async () => {
  const foyer = await startChat();
  const { roomId, attendees } = await joinGlobalRoom(foyer, 'Ada', 'Bo');
  const [ada, bo] = attendees as [Attendee, Attendee];
  const id = clientId();
  const bytes = Buffer.from('mine');
  const file = await upload(foyer, bytes, { roomId, as: ada.user, clientId: id });
  expect(await upload(foyer, bytes, { roomId, as: ada.user, clientId: id })).toEqual(file);
  const other = await tryUpload(foyer, Buffer.from('other'), { roomId, as: ada.user, clientId: id });
  expect(other.error?.code).toBe('conflict');
  expect(await errorCodeOf(sendUpload(bo, roomId, file.id))).toBe('gone');
  const area = await openRoom(ada.tab, { areaId: 'lobby' });
  expect(await errorCodeOf(sendUpload(ada, area.id, file.id))).toBe('gone');
  const tries = await Promise.all([sendUpload(ada, roomId, file.id), sendUpload(ada, roomId, file.id)]);
  expect(new Set(tries.map(({ error }) => error?.code))).toEqual(new Set(['gone', undefined]));
  expect(await errorCodeOf(sendUpload(ada, roomId, 'no-such-upload'))).toBe('gone');
});

test('CHAT-13b users can discard their own uploads unless a message has them', async () => {
  const foyer = await startChat();
  const { roomId, attendees } = await joinGlobalRoom(foyer, 'Ada', 'Bo');
  const [ada, bo] = attendees as [Attendee, Attendee];
  const discard = (who: Attendee, id: string) =>
    foyer.call(deleteChatUpload, { params: { roomId, clientId: id } }, { as: who.user });
  const [first, second] = [clientId(), clientId()];
  const file = await upload(foyer, Buffer.from('first'), { roomId, as: ada.user, clientId: first });
  const kept = await upload(foyer, Buffer.from('second'), { roomId, as: ada.user, clientId: second });
  expect((await discard(bo, first)).status).toBe(204);
  expect(await storedFiles(foyer)).toHaveLength(2);
  expect((await discard(ada, first)).status).toBe(204);
  expect((await discard(ada, first)).status).toBe(204);
  expect(await storedFiles(foyer)).toHaveLength(1);
  expect(await errorCodeOf(sendUpload(ada, roomId, file.id))).toBe('gone');
  const message = messageIn((await sendUpload(ada, roomId, kept.id)).result);
  expect((await discard(ada, second)).status).toBe(204);
  expect((await requestUrls(foyer, roomId, message.seq, ada.user)).status).toBe(200);
});

test('CHAT-14a the file of a deleted message is deleted, and its URL responds with 410', async () => {
  const foyer = await startChat();
  const { roomId, attendees } = await joinGlobalRoom(foyer, 'Ada');
  const [ada] = attendees as [Attendee];
  const file = await upload(foyer, await samplePicture().png().toBuffer(), { roomId, as: ada.user });
  const message = messageIn((await sendUpload(ada, roomId, file.id)).result);
  const { url } = (await requestUrls(foyer, roomId, message.seq, ada.user)).body;
  expect(await storedFiles(foyer)).toHaveLength(2);
  await ada.tab.must(deleteChatMessage, { roomId, seq: message.seq });
  // The bytes are deleted before the reply, not by the hourly job.
  expect(await storedFiles(foyer)).toEqual([]);
  expect((await foyer.fetch(url)).status).toBe(410);
  expect((await requestUrls(foyer, roomId, message.seq, ada.user)).error?.code).toBe('gone');
});

test('CHAT-14b an upload without a message is deleted after a day', async () => {
  const foyer = await startChat();
  const { roomId, attendees } = await joinGlobalRoom(foyer, 'Ada');
  const [ada] = attendees as [Attendee];
  const kept = await upload(foyer, Buffer.from('kept'), { roomId, as: ada.user });
  const message = messageIn((await sendUpload(ada, roomId, kept.id)).result);
  const left = await upload(foyer, Buffer.from('left'), { roomId, as: ada.user });
  expect(await storedFiles(foyer)).toHaveLength(2);
  foyer.advance(25 * 3_600_000);
  await expect.poll(() => storedFiles(foyer)).toHaveLength(1);
  const again = await foyer.users.signIn(ada.user.email);
  const tab = await connectTab(foyer, { as: again });
  expect(await errorCodeOf(sendUpload({ ...ada, tab }, roomId, left.id))).toBe('gone');
  expect((await requestUrls(foyer, roomId, message.seq, again)).status).toBe(200);
});

test('P20h users who cannot read a room cannot upload to it or get its files', async () => {
  const foyer = await startChat();
  const [ada, bo, cy, eve] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy', 'Eve');
  const { id: roomId } = await createGroup(ada, [bo, cy], 'privateGroup');
  const file = await upload(foyer, Buffer.from('ours'), { roomId, as: ada.user });
  const message = messageIn((await sendUpload(ada, roomId, file.id)).result);
  expect((await tryUpload(foyer, Buffer.from('mine'), { roomId, as: eve.user })).error?.code).toBe(
    'notFound',
  );
  expect((await requestUrls(foyer, roomId, message.seq, eve.user)).error?.code).toBe('notFound');
  expect((await requestUrls(foyer, roomId, 1, bo.user)).error?.code).toBe('gone');
  expect((await requestUrls(foyer, roomId, 99, bo.user)).error?.code).toBe('notFound');
  const response = await foyer.call(exportChatRoom, { params: { roomId } }, { as: eve.user });
  expect(response.error?.code).toBe('notFound');
});

test('P20h CHAT-10b a new member of a private group gets no URLs of files that were sent before', async () => {
  const foyer = await startChat();
  const [ada, bo, cy, dan] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy', 'Dan');
  const { id: roomId } = await createGroup(ada, [bo, cy], 'privateGroup');
  const sendFile = async (text: string) => {
    const { id } = await upload(foyer, Buffer.from(text), { roomId, as: ada.user });
    return messageIn((await sendUpload(ada, roomId, id)).result).seq;
  };
  const earlier = await sendFile('before Dan');
  await ada.tab.must(addChatMembers, { roomId, userIds: [dan.id] });
  const later = await sendFile('with Dan');
  expect((await requestUrls(foyer, roomId, earlier, dan.user)).error?.code).toBe('notFound');
  expect((await requestUrls(foyer, roomId, earlier, bo.user)).error).toBeUndefined();
  const { error, body } = await requestUrls(foyer, roomId, later, dan.user);
  expect(error).toBeUndefined();
  expect(await (await foyer.fetch(body.url)).text()).toBe('with Dan');
});

test('CHAT-04e ROLE-04 a guest can upload where guests may post, and not where they can only read', async () => {
  for (const guestsMayWrite of [true, false]) {
    const foyer = await startFoyer();
    await publishChat(foyer, { guestsMayWrite });
    const guest = await connectTab(foyer, { as: 'guest' });
    const { id: roomId } = await openRoom(guest, { global: true });
    const { error } = await foyer.call(
      uploadChatFile,
      {
        params: { roomId, clientId: clientId() },
        query: { name: 'a.txt' },
        body: new Uint8Array(Buffer.from('hi')),
      },
      { as: 'guest' },
    );
    expect(error?.code).toBe(guestsMayWrite ? undefined : 'cannotPost');
  }
});

test('CHAT-07as members export a group, hosts a built-in room, with the messages that they can read', async () => {
  const foyer = await startChat();
  const [ada, bo, cy, di] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy', 'Di');
  const host = await createAttendee(foyer, 'Henri', true);
  const { id: roomId } = await createGroup(ada, [bo, cy], 'privateGroup');
  await send(ada.tab, roomId, 'Before\nyou came');
  const lines = async (as: TokenHolder, id = roomId) => {
    const response = await foyer.fetch(`/api/chat/rooms/${id}/export`, {
      headers: { authorization: `Bearer ${as.token}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toContain('.jsonl');
    const text = (await response.text()).trim().split('\n');
    return text.map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const [head, ...messages] = await lines(bo.user);
  expect(head).toMatchObject({ room: { id: roomId, kind: 'privateGroup', name: 'Lighting' } });
  expect(messages).toMatchObject([
    { seq: 1, notice: { kind: 'created' } },
    { seq: 2, text: 'Before\nyou came', author: { uid: ada.id, name: 'Ada' } },
  ]);
  const all = await openRoom(di.tab, { global: true });
  await send(di.tab, all.id, 'To all');
  const response = await foyer.call(exportChatRoom, { params: { roomId: all.id } }, { as: di.user });
  expect(response.error?.code).toBe('forbidden');
  await host.tab.must(listChatRooms, {});
  expect((await lines(host.user, all.id)).at(-1)).toMatchObject({ text: 'To all', author: { name: 'Di' } });
});
