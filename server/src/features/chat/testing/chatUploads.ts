/** For tests of files beside messages. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { putChatUpload, sendChatMessage, signChatUpload, type ChatUpload } from '@foyer/contract';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Foyer } from '#testing/foyer';
import { clientId, open, type Talker, talkers } from './chatVenue.ts';

export type As = { readonly token: string };

interface Given {
  readonly roomId: string;
  readonly as: As;
  readonly name?: string;
  readonly clientId?: string;
}

export const uploaded = (foyer: Foyer, bytes: Uint8Array, given: Given) =>
  foyer.call(
    putChatUpload,
    {
      params: { roomId: given.roomId, clientId: given.clientId ?? clientId() },
      query: { name: given.name ?? 'plan.txt' },
      body: new Uint8Array(bytes),
    },
    { as: given.as },
  );

export async function upload(foyer: Foyer, bytes: Uint8Array, given: Given): Promise<ChatUpload> {
  const { fault, body } = await uploaded(foyer, bytes, given);
  expect(fault).toBeUndefined();
  return body.upload;
}

export const withUpload = ({ tab }: Talker, roomId: string, uploadId: string, text = '') =>
  tab.ask(sendChatMessage, { roomId, clientId: clientId(), text, uploadId });

export const signed = (foyer: Foyer, roomId: string, seq: number, as: As) =>
  foyer.call(signChatUpload, { params: { roomId, seq } }, { as });

export const spooled = (foyer: Foyer) => readdir(join(foyer.dataDir, 'spool-chat'));
export const stored = async (foyer: Foyer): Promise<string[]> =>
  (await readdir(join(foyer.dataDir, 'blobs'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.parentPath.includes('chat'))
    .map(({ name }) => name)
    .toSorted();

export const picture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#f70041' } }).withExif({
    IFD0: { Copyright: 'a secret of the camera', Artist: 'somebody' },
  });

export async function lobby(foyer: Foyer, ...names: string[]): Promise<{ roomId: string; people: Talker[] }> {
  const people = await talkers(foyer, ...names);
  const rooms = await Promise.all(people.map(({ tab }) => open(tab, { global: true })));
  return { roomId: rooms[0]?.id ?? '', people };
}
