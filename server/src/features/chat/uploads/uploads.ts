/** Files beside messages (CHAT-04, CHAT-13, CHAT-14): taken in, kept for their message, handed out by signed addresses. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { chatUpload, type ChatUpload, type ChatUploadType } from '@foyer/contract';
import type { AnswerOf, signChatUpload } from '@foyer/contract';
import { chatUploadBytes } from '@foyer/contract/limits';
import type { Blobs } from '#platform/blobs/blobs';
import type { Clock } from '#platform/clock';
import { answerBytes } from '#platform/files/answer';
import { fileNameOf } from '#platform/files/name';
import { sign, signatureQuery, unsigned, verify } from '#platform/files/signature';
import type { RawAnswer } from '#platform/http/route';
import { Refusal } from '#platform/refusal';
import { fromJson } from '#platform/storage/columns';
import type { Spool } from '#platform/uploads/spool';
import type { Speaker } from '../actor.ts';
import type { ChatMessageStore } from '../messages/messageStore.ts';
import type { ChatRestraints } from '../messages/postingRules.ts';
import type { ChatPaces } from '../rateLimits.ts';
import type { ChatRooms } from '../rooms/rooms.ts';
import type { ChatMessageRow, ChatUploadRow } from '../tables.ts';
import { extensionOf, isPicture, type MadePicture, pictureOf, uploadTypeOf } from './uploadContent.ts';
import { type ChatUploadStore, uploadOf } from './uploadStore.ts';

export interface ChatUploadsParts {
  readonly store: ChatUploadStore;
  readonly messages: Pick<ChatMessageStore, 'find'>;
  readonly rooms: ChatRooms;
  readonly restraints: ChatRestraints;
  readonly blobs: Blobs;
  readonly spool: Spool;
  readonly paces: Pick<ChatPaces, 'upload'>;
  /** The key that addresses are signed with. */
  readonly key: () => Promise<Buffer>;
  readonly clock: Clock;
}

/** Uploads of one person that no message has taken. */
const waitingAtMost = 20;
/** An upload is smaller than the limit. */
export const largestUpload = chatUploadBytes - 1;
export const unclaimedMs = 24 * 3_600_000;
export const chatFileRoot = '/chat-files/';

type Part = 'file' | 'preview';
const blobKey = ({ roomId, id }: { roomId: string; id: string }, part: Part): string =>
  `chat/${roomId}/${id}/${part}`;

const gone = () => new Refusal('gone', 'This file is no longer available.');

export class ChatUploads {
  private readonly parts: ChatUploadsParts;

  constructor(parts: ChatUploadsParts) {
    this.parts = parts;
  }

  /** Takes a file in; the same one again, by its client id, is the same upload. */
  async put(
    speaker: Speaker,
    given: { readonly roomId: string; readonly clientId: string; readonly name: string },
    body: Readable,
  ): Promise<ChatUpload> {
    const { rooms, restraints, store, spool, paces } = this.parts;
    paces.upload(speaker);
    const { facts } = await rooms.read(speaker, given.roomId);
    await restraints.expectWord(speaker, facts);
    const id = uploadId(speaker, given);
    if ((await store.waitingOf(speaker.uid)) >= waitingAtMost && (await store.find(id)) === undefined)
      throw new Refusal('tooManyRequests', 'Many files wait for their messages: send those first.', {
        retryAfter: 60,
      });
    const receive = async (folder: string): Promise<ChatUpload> => {
      const received = await spool.receive(body, folder);
      return this.keep(speaker, { ...given, id, ...received });
    };
    return spool.admit(() => spool.within(receive), speaker.uid);
  }

  /** Takes away what somebody has uploaded and does not send after all. */
  async takeBack(
    speaker: Speaker,
    given: { readonly roomId: string; readonly clientId: string },
  ): Promise<void> {
    await this.parts.rooms.read(speaker, given.roomId);
    await this.remove({ id: uploadId(speaker, given), roomId: given.roomId });
  }

  /** What a message may take. @throws Refusal `gone` where that is not there */
  async waiting(id: string): Promise<ChatUpload> {
    const row = await this.parts.store.find(id);
    if (row === undefined || row.ready === 0) throw gone();
    return uploadOf(row);
  }

  /** @throws Refusal `gone` where a message of this person cannot take it */
  async expectMine({ uid }: Speaker, roomId: string, id: string): Promise<void> {
    const row = await this.parts.store.find(id);
    if (row === undefined || row.userId !== uid || row.roomId !== roomId || row.seq !== null) throw gone();
  }

  async sign(speaker: Speaker, roomId: string, seq: number): Promise<AnswerOf<typeof signChatUpload>> {
    const { rooms, messages, store, blobs, clock } = this.parts;
    const { reading } = await rooms.read(speaker, roomId);
    const message = await messages.find(roomId, seq);
    if (message === undefined || seq < reading.fromSeq)
      throw new Refusal('notFound', 'There is no such message here.');
    const row = message.upload === null ? undefined : await store.find(uploadIn(message.upload));
    if (row === undefined || (await blobs.stat(blobKey(row, 'file'))) === undefined) throw gone();
    const key = await this.parts.key();
    const address = (part: Part) => {
      const signature = sign(key, ['chat', row.id, part], clock());
      return {
        expires: signature.expires,
        url: `${chatFileRoot}${row.id}/${part}?${signatureQuery(signature)}`,
      };
    };
    const { url, expires } = address('file');
    return {
      url,
      ...(row.width === null ? {} : { previewUrl: address('preview').url }),
      expiresAt: expires * 1_000,
    };
  }

  /** The bytes behind a signed address, as long as their message is there. */
  async answer(
    id: string,
    part: string,
    query: URLSearchParams,
    headers: IncomingHttpHeaders,
  ): Promise<RawAnswer> {
    const { store, blobs, clock } = this.parts;
    if (part !== 'file' && part !== 'preview') throw gone();
    const verdict = verify(await this.parts.key(), ['chat', id, part], query, clock());
    if (verdict !== 'good') throw new Refusal('forbidden', unsigned[verdict]);
    const row = await store.find(id);
    const key = row && blobKey(row, part);
    const found = key === undefined || row?.seq === null ? undefined : await blobs.stat(key);
    if (row === undefined || key === undefined || found === undefined) throw gone();
    const isShown = row.width !== null;
    return answerBytes(
      {
        tag: `${row.sha256}-${part}`,
        mediaType: part === 'preview' ? 'image/webp' : typeAsSent(row.mediaType),
        bytes: found.bytes,
        cache: 'revalidate',
        // Pictures were made here; nothing else is ever shown in a page of ours.
        disposition: isShown ? 'inline' : 'attachment',
        fileName: part === 'preview' ? 'preview.webp' : row.name,
        read: (range) => blobs.read(key, range),
      },
      headers,
    );
  }

  /** Deletes what a message had that is gone. */
  async removeOf({ roomId, upload }: Pick<ChatMessageRow, 'roomId' | 'upload'>): Promise<void> {
    if (upload !== null) await this.remove({ id: uploadIn(upload), roomId });
  }

  /** Deletes what no message has taken for a day, and what messages had that are gone. */
  async sweep(): Promise<void> {
    const { store, clock } = this.parts;
    for (let full = true; full;) {
      const stale = await store.stale(clock() - unclaimedMs, 100);
      for (const upload of stale) await this.remove(upload);
      full = stale.length === 100;
    }
  }

  /** Deletes what somebody has uploaded and not sent. */
  async forget(userId: string): Promise<void> {
    for (const upload of await this.parts.store.waiting(userId)) await this.remove(upload);
  }

  private async remove(upload: { readonly id: string; readonly roomId: string }): Promise<void> {
    const { store, blobs } = this.parts;
    if (!(await store.giveUp(upload.id))) return;
    for (const part of ['file', 'preview'] as const) await blobs.delete(blobKey(upload, part));
    await store.drop(upload.id);
  }

  private async keep(
    { mode, uid }: Speaker,
    given: { readonly id: string; readonly roomId: string; readonly name: string } & {
      readonly file: string;
      readonly bytes: number;
      readonly sha256: string;
    },
  ): Promise<ChatUpload> {
    const { store, clock } = this.parts;
    const { id, roomId, sha256 } = given;
    const known = expectSame(await store.find(id), sha256);
    if (known?.ready === 1) return uploadOf(known);
    const found = await uploadTypeOf(given.file);
    const picture = isPicture(found) ? await pictureOf(given.file, found) : undefined;
    const mediaType = picture?.mediaType ?? found;
    const row: ChatUploadRow = {
      id,
      mode,
      roomId,
      userId: uid,
      sha256,
      name: nameOf(given.name, mediaType),
      mediaType,
      bytes: picture?.bytes.length ?? given.bytes,
      width: picture?.width ?? null,
      height: picture?.height ?? null,
      ready: 0,
      seq: null,
      storedAt: clock(),
    };
    await store.note(row);
    expectSame(await store.find(id), sha256);
    await this.store(row, picture ?? { file: given.file });
    await store.ready(id, clock());
    return uploadOf(row);
  }

  private async store(row: ChatUploadRow, content: MadePicture | { readonly file: string }): Promise<void> {
    const { blobs } = this.parts;
    if ('preview' in content) await blobs.put(blobKey(row, 'preview'), content.preview);
    await blobs.put(blobKey(row, 'file'), 'preview' in content ? content.bytes : content);
  }
}

function expectSame(row: ChatUploadRow | undefined, sha256: string): ChatUploadRow | undefined {
  if (row === undefined || row.sha256 === sha256) return row;
  throw new Refusal('conflict', 'Another file was uploaded under this client id.');
}

const uploadId = ({ mode, uid }: Speaker, { roomId, clientId }: { roomId: string; clientId: string }) =>
  createHash('sha256')
    .update(['upload', mode, uid, roomId, clientId].join('\n'))
    .digest('base64url')
    .slice(0, 24);

const nameOf = (name: string, mediaType: ChatUploadType): string =>
  fileNameOf(name, extensionOf(name, mediaType));

const typeAsSent = (mediaType: string): string =>
  mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : mediaType;

const uploadIn = (json: string): string => chatUpload.parse(fromJson(json)).id;
