/**
 * Files attached to messages (CHAT-04, CHAT-13, CHAT-14). A file is uploaded first and *pending* until a message of the
 * same user is sent with it: then it is *attached*, to the held post first if a host has to approve it. When the message is
 * deleted or the held post declined, so is the file. Attendees read files by signed URLs.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { chatUpload, type ChatUpload } from '@foyer/contract';
import type { ResponseOf, createChatUploadUrls, createHeldPostUploadUrls } from '@foyer/contract';
import { chatUploadBytes } from '@foyer/contract/limits';
import type { Blobs } from '#platform/blobs/blobs';
import type { Clock } from '#platform/clock';
import { respondWithBytes } from '#platform/files/respondWithBytes';
import { safeFileName } from '#platform/files/name';
import {
  sign,
  signatureErrors,
  signatureIn,
  signatureQuery,
  verifySignature,
} from '#platform/files/signature';
import type { RawResponse } from '#platform/http/route';
import { ApiError } from '#platform/apiError';
import { fromJson } from '#platform/storage/columns';
import type { Spool } from '#platform/uploads/spool';
import type { Actor } from '../actor.ts';
import { heldPostNotFound, type ChatHeldPostStore, type HeldPostKey } from '../approval/heldPostStore.ts';
import { messageNotFound } from '../messages/message.ts';
import type { ChatMessageStore } from '../messages/messageStore.ts';
import type { ChatPostingRules } from '../messages/postingRules.ts';
import type { ChatRateLimits } from '../rateLimits.ts';
import { hashId, type RoomInfo } from '../rooms/room.ts';
import type { ChatRooms } from '../rooms/rooms.ts';
import type { ChatMessageRow, ChatUploadRow } from '../tables.ts';
import {
  detectUploadType,
  type EncodedPicture,
  encodePicture,
  extensionOf,
  isPictureType,
} from './uploadContent.ts';
import { type ChatUploadStore, toChatUpload } from './uploadStore.ts';

export interface ChatUploadsDeps {
  readonly uploadStore: ChatUploadStore;
  readonly messageStore: Pick<ChatMessageStore, 'find'>;
  readonly heldPostStore: Pick<ChatHeldPostStore, 'findReadable'>;
  readonly rooms: ChatRooms;
  readonly postingRules: ChatPostingRules;
  readonly blobs: Blobs;
  readonly spool: Spool;
  readonly rateLimits: Pick<ChatRateLimits, 'takeUpload'>;
  /** The key that signs URLs. */
  readonly signingKey: () => Promise<Buffer>;
  readonly clock: Clock;
}

/** Uploads of one user that are not attached to a message. */
const maxPendingUploads = 20;
const deleteBatchSize = 100;
/** The limit is exclusive. */
export const maxUploadBytes = chatUploadBytes - 1;
/** Uploads that no message was sent with are deleted after this time. */
const pendingLifetimeMs = 24 * 3_600_000;
export const chatFileRoot = '/chat-files/';

type Part = 'file' | 'preview';
const blobKey = ({ roomId, id }: { roomId: string; id: string }, part: Part): string =>
  `chat/${roomId}/${id}/${part}`;

const fileGone = () => new ApiError('gone', 'This file is no longer available.');

export class ChatUploads {
  private readonly deps: ChatUploadsDeps;

  constructor(deps: ChatUploadsDeps) {
    this.deps = deps;
  }

  /** Stores a file. Repeating the request with the same client id returns the same upload. */
  async store(
    actor: Actor,
    target: { readonly roomId: string; readonly clientId: string; readonly name: string },
    body: Readable,
  ): Promise<ChatUpload> {
    const { rooms, postingRules, uploadStore, spool, rateLimits } = this.deps;
    rateLimits.takeUpload(actor);
    const { info } = await rooms.getReadable(actor, target.roomId);
    await postingRules.assertCanPost(actor, info);
    const id = uploadId(actor, target);
    if (
      (await uploadStore.countPending(actor.uid)) >= maxPendingUploads &&
      (await uploadStore.find(id)) === undefined
    )
      throw new ApiError(
        'tooManyRequests',
        `Too many pending uploads: at most ${maxPendingUploads}. Send them first.`,
        {
          retryAfter: 60,
        },
      );
    const receive = async (folder: string): Promise<ChatUpload> => {
      const received = await spool.receive(body, folder);
      return this.storeReceived(actor, info, { ...target, id, ...received });
    };
    return spool.runLimited(() => spool.withFolder(receive), actor.uid);
  }

  /** Deletes an upload that is not attached to a message. */
  async discard(actor: Actor, target: { readonly roomId: string; readonly clientId: string }): Promise<void> {
    await this.deps.rooms.getReadable(actor, target.roomId);
    await this.deleteUnattached({ id: uploadId(actor, target), roomId: target.roomId });
  }

  /** Returns undefined if the upload does not exist or is not stored completely. */
  async findReady(id: string): Promise<ChatUpload | undefined> {
    const row = await this.deps.uploadStore.find(id);
    return row?.ready === 1 ? toChatUpload(row) : undefined;
  }

  /** @throws ApiError `gone` if a message of the user in this room cannot have this upload */
  async assertAttachable({ uid }: Actor, roomId: string, id: string): Promise<void> {
    const row = await this.deps.uploadStore.find(id);
    const isReady = row?.ready === 1 && isPending(row);
    if (!isReady || row.userId !== uid || row.roomId !== roomId) throw fileGone();
  }

  /** Creates signed URLs for the file of a message and its preview. */
  async createUrls(
    actor: Actor,
    roomId: string,
    seq: number,
  ): Promise<ResponseOf<typeof createChatUploadUrls>> {
    const { rooms, messageStore } = this.deps;
    const { range } = await rooms.getReadable(actor, roomId);
    const message = await messageStore.find(roomId, seq);
    if (message === undefined || seq < range.fromSeq) throw messageNotFound();
    return this.signUrls(message);
  }

  /** As `createUrls`, for a held post: for its author and hosts. */
  async createHeldUrls(actor: Actor, key: HeldPostKey): Promise<ResponseOf<typeof createHeldPostUploadUrls>> {
    const { rooms, heldPostStore } = this.deps;
    await rooms.getReadable(actor, key.roomId);
    const held = await heldPostStore.findReadable(actor, key);
    if (held === undefined) throw heldPostNotFound();
    return this.signUrls(held);
  }

  private async signUrls({
    upload,
  }: Pick<ChatMessageRow, 'upload'>): Promise<ResponseOf<typeof createChatUploadUrls>> {
    const { uploadStore, blobs, clock } = this.deps;
    const row = upload === null ? undefined : await uploadStore.find(uploadIdIn(upload));
    if (row === undefined || (await blobs.stat(blobKey(row, 'file'))) === undefined) throw fileGone();
    const key = await this.deps.signingKey();
    const signedUrl = (part: Part) => {
      const signature = sign(key, ['chat', row.id, part], clock());
      return {
        expires: signature.expires,
        url: `${chatFileRoot}${row.id}/${part}?${signatureQuery(signature)}`,
      };
    };
    const { url, expires } = signedUrl('file');
    return {
      url,
      ...(row.width === null ? {} : { previewUrl: signedUrl('preview').url }),
      expiresAt: expires * 1_000,
    };
  }

  /** Responds to a request for a signed URL while the message or the held post exists. */
  async serve(
    id: string,
    part: string,
    query: URLSearchParams,
    headers: IncomingHttpHeaders,
  ): Promise<RawResponse> {
    const { uploadStore, blobs, clock } = this.deps;
    if (part !== 'file' && part !== 'preview') throw fileGone();
    const signature = signatureIn(query);
    const verdict = verifySignature(await this.deps.signingKey(), ['chat', id, part], signature, clock());
    if (verdict !== 'valid') throw new ApiError('forbidden', signatureErrors[verdict]);
    const row = await uploadStore.find(id);
    if (row === undefined || isPending(row)) throw fileGone();
    const key = blobKey(row, part);
    const found = await blobs.stat(key);
    if (found === undefined) throw fileGone();
    const isPicture = row.width !== null;
    return respondWithBytes(
      {
        tag: `${row.sha256}-${part}`,
        mediaType: part === 'preview' ? 'image/webp' : contentType(row.mediaType),
        bytes: found.bytes,
        cache: 'revalidate',
        // Only pictures are shown by the browser, because the server has encoded them.
        disposition: isPicture ? 'inline' : 'attachment',
        fileName: part === 'preview' ? 'preview.webp' : row.name,
        read: (range) => blobs.read(key, range),
      },
      headers,
    );
  }

  /** Deletes the file of a message that was deleted, or of a held post that was declined. */
  async deleteFileOf({ roomId, upload }: Pick<ChatMessageRow, 'roomId' | 'upload'>): Promise<void> {
    if (upload !== null) await this.deleteUnattached({ id: uploadIdIn(upload), roomId });
  }

  /** Deletes uploads that were pending for a day, and files of deleted messages and declined posts. */
  async deleteUnused(): Promise<void> {
    const { uploadStore, clock } = this.deps;
    for (let full = true; full;) {
      const unused = await uploadStore.findUnused(clock() - pendingLifetimeMs, deleteBatchSize);
      for (const upload of unused) await this.deleteUnattached(upload);
      full = unused.length === deleteBatchSize;
    }
  }

  /** Deletes the uploads of a user that are not attached to a message. */
  async deletePending(userId: string): Promise<void> {
    for (const upload of await this.deps.uploadStore.findPending(userId)) await this.deleteUnattached(upload);
  }

  /** Deletes an upload and its bytes, unless it is attached. */
  private async deleteUnattached(upload: { readonly id: string; readonly roomId: string }): Promise<void> {
    const { uploadStore, blobs } = this.deps;
    if (!(await uploadStore.markUnusable(upload.id))) return;
    for (const part of ['file', 'preview'] as const) await blobs.delete(blobKey(upload, part));
    await uploadStore.delete(upload.id);
  }

  /** Checks the type of a received file, encodes pictures, and stores metadata and bytes. */
  private async storeReceived(
    { mode, uid }: Actor,
    { kind }: RoomInfo,
    received: { readonly id: string; readonly roomId: string; readonly name: string } & {
      readonly file: string;
      readonly bytes: number;
      readonly sha256: string;
    },
  ): Promise<ChatUpload> {
    const { uploadStore, clock } = this.deps;
    const { id, roomId, sha256 } = received;
    const existing = assertSameContent(await uploadStore.find(id), sha256);
    if (existing?.ready === 1) return toChatUpload(existing);
    const uploadedType = await detectUploadType(received.file);
    const isPicture = isPictureType(uploadedType);
    if (kind === 'wall' && !isPicture)
      throw new ApiError('unsupportedMediaType', 'Walls take only pictures: JPEG, PNG, WebP, GIF or AVIF.', {
        details: { found: uploadedType },
      });
    const picture = isPicture ? await encodePicture(received.file, uploadedType) : undefined;
    const mediaType = picture?.mediaType ?? uploadedType;
    const row: ChatUploadRow = {
      id,
      mode,
      roomId,
      userId: uid,
      sha256,
      name: safeFileName(received.name, extensionOf(received.name, mediaType)),
      mediaType,
      bytes: picture?.bytes.length ?? received.bytes,
      width: picture?.width ?? null,
      height: picture?.height ?? null,
      ready: 0,
      seq: null,
      heldPostId: null,
      storedAt: clock(),
    };
    await uploadStore.insert(row);
    assertSameContent(await uploadStore.find(id), sha256);
    await this.storeBytes(row, picture ?? { file: received.file });
    await uploadStore.markReady(id, clock());
    return toChatUpload(row);
  }

  private async storeBytes(
    row: ChatUploadRow,
    content: EncodedPicture | { readonly file: string },
  ): Promise<void> {
    const { blobs } = this.deps;
    if ('preview' in content) await blobs.put(blobKey(row, 'preview'), content.preview);
    await blobs.put(blobKey(row, 'file'), 'preview' in content ? content.bytes : content);
  }
}

function assertSameContent(row: ChatUploadRow | undefined, sha256: string): ChatUploadRow | undefined {
  if (row === undefined || row.sha256 === sha256) return row;
  throw new ApiError('conflict', 'A different file was uploaded with this client id.');
}

const isPending = ({ seq, heldPostId }: Pick<ChatUploadRow, 'seq' | 'heldPostId'>): boolean =>
  seq === null && heldPostId === null;

const uploadId = ({ mode, uid }: Actor, { roomId, clientId }: { roomId: string; clientId: string }) =>
  hashId(['upload', mode, uid, roomId, clientId]);

const contentType = (mediaType: string): string =>
  mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : mediaType;

const uploadIdIn = (json: string): string => chatUpload.parse(fromJson(json)).id;
