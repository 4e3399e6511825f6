/** For tests of files attached to messages. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { uploadChatFile, sendChatMessage, createChatUploadUrls, type ChatUpload } from '@foyer/contract';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Foyer } from '#testing/foyer';
import { type Attendee, clientId, createAttendees, openRoom } from './chatVenue.ts';

export type TokenHolder = { readonly token: string };

interface UploadOptions {
  readonly roomId: string;
  readonly as: TokenHolder;
  readonly name?: string;
  readonly clientId?: string;
}

export const tryUpload = (foyer: Foyer, bytes: Uint8Array, options: UploadOptions) =>
  foyer.call(
    uploadChatFile,
    {
      params: { roomId: options.roomId, clientId: options.clientId ?? clientId() },
      query: { name: options.name ?? 'plan.txt' },
      body: new Uint8Array(bytes),
    },
    { as: options.as },
  );

export async function upload(foyer: Foyer, bytes: Uint8Array, options: UploadOptions): Promise<ChatUpload> {
  const { error, body } = await tryUpload(foyer, bytes, options);
  expect(error).toBeUndefined();
  return body.upload;
}

export const sendUpload = ({ tab }: Attendee, roomId: string, uploadId: string, text = '') =>
  tab.ask(sendChatMessage, { roomId, clientId: clientId(), text, uploadId });

export const requestUrls = (foyer: Foyer, roomId: string, seq: number, as: TokenHolder) =>
  foyer.call(createChatUploadUrls, { params: { roomId, seq } }, { as });

export const spooledFiles = (foyer: Foyer) => readdir(join(foyer.dataDir, 'spool-chat'));
export const storedFiles = async (foyer: Foyer): Promise<string[]> =>
  (await readdir(join(foyer.dataDir, 'blobs'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.parentPath.includes('chat'))
    .map(({ name }) => name)
    .toSorted();

export const samplePicture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#f70041' } }).withExif({
    IFD0: { Copyright: 'a secret of the camera', Artist: 'someone' },
  });

export async function joinGlobalRoom(
  foyer: Foyer,
  ...names: string[]
): Promise<{ roomId: string; attendees: Attendee[] }> {
  const attendees = await createAttendees(foyer, ...names);
  const rooms = await Promise.all(attendees.map(({ tab }) => openRoom(tab, { global: true })));
  return { roomId: rooms[0]?.id ?? '', attendees };
}
