/** Files of messages: uploads with progress, and download URLs that expire (CHAT-04, CHAT-13, CHAT-14). */
import {
  deleteChatUpload,
  uploadChatFile,
  createChatUploadUrls,
  createHeldPostUploadUrls,
  type ResponseOf,
  type ChatRoom,
  type ChatUpload,
} from '@foyer/contract';
import { chatUploadBytes } from '@foyer/contract/limits';
import { chatUploadTypes } from '@foyer/contract/chatFiles';
import { authorizationFor, call } from '../../../platform/api/client.ts';
import { base } from '../../../platform/base.ts';
import { authHook } from '../../../platform/api/authHook.ts';
import { now } from '../../../platform/time/serverTime.ts';
import type { Visit } from '../../../platform/visit/visit.ts';

export type UploadErrorCode = 'tooLarge' | 'type' | 'notPicture' | 'cannotPost' | 'tooOften' | 'failed';

export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly code: UploadErrorCode;
  constructor(error: UploadErrorCode) {
    super(error);
    this.code = error;
  }
}

/** A post of a wall has one picture. */
export const takesOnePicture = (room: Pick<ChatRoom, 'kind'> | undefined): boolean => room?.kind === 'wall';

/** Accepted file extensions, for the browser's file dialog. The server detects the type from the content. */
export function acceptedFiles(room: Pick<ChatRoom, 'kind'>): string {
  const types = Object.entries(chatUploadTypes).filter(
    ([type]) => !takesOnePicture(room) || type.startsWith('image/'),
  );
  return [...new Set(types.flatMap(([, endings]) => endings))].map((ending) => `.${ending}`).join(',');
}

/** Checks a file before the upload. Undefined: it can be uploaded. */
export function validateFile(
  { size, type }: Pick<File, 'size' | 'type'>,
  room: Pick<ChatRoom, 'kind'> | undefined,
): UploadErrorCode | undefined {
  if (size >= chatUploadBytes) return 'tooLarge';
  return takesOnePicture(room) && !type.startsWith('image/') ? 'notPicture' : undefined;
}

const errorsByStatus: Readonly<Record<number, UploadErrorCode>> = {
  409: 'cannotPost',
  413: 'tooLarge',
  415: 'type',
  422: 'type',
  429: 'tooOften',
};

export interface UploadRequest {
  readonly roomId: string;
  readonly clientId: string;
  readonly file: File;
  readonly signal: AbortSignal;
  /** 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** Uploads a file. @throws UploadError, or the signal's reason if it was aborted */
export async function uploadFile({
  roomId,
  clientId,
  file,
  signal,
  onProgress,
}: UploadRequest): Promise<ChatUpload> {
  const path = uploadChatFile.path
    .replace(':roomId', encodeURIComponent(roomId))
    .replace(':clientId', encodeURIComponent(clientId));
  const url = `${base}/api${path}?${new URLSearchParams({ name: file.name })}`;
  await authHook()?.ready();
  signal.throwIfAborted();
  const response = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    for (const [header, value] of Object.entries(authorizationFor(url)))
      request.setRequestHeader(header, value);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }));
    request.addEventListener('error', () => reject(new UploadError('failed')));
    signal.addEventListener('abort', () => {
      request.abort();
      reject(signal.reason as Error);
    });
    request.send(file);
  });
  if (response.status >= 300) throw new UploadError(errorsByStatus[response.status] ?? 'failed');
  return (JSON.parse(response.text) as ResponseOf<typeof uploadChatFile>).upload;
}

/** Deletes an upload that belongs to no message. If this fails, the server deletes it within a day. */
export const deleteUpload = (roomId: string, clientId: string): void =>
  void call(deleteChatUpload, { params: { roomId, clientId }, report: 'console', keepsSession: true }).catch(
    () => undefined,
  );

export type FileUrl = ResponseOf<typeof createChatUploadUrls>;

/** A URL that expires sooner than this is not used. */
const marginMs = 30_000;

/** Caches URLs until shortly before they expire. @param fresh requests a new one even if one is cached */
type CachedUrl = (key: string, request: () => Promise<FileUrl>, fresh?: boolean) => Promise<FileUrl>;

function createUrlCache(): CachedUrl {
  const urls = new Map<string, Promise<FileUrl>>();
  return async (key, request, fresh = false) => {
    const cached = fresh ? undefined : await urls.get(key)?.catch(() => undefined);
    if (cached && cached.expiresAt - marginMs > now()) return cached;
    const requested = request();
    urls.set(key, requested);
    return requested;
  };
}

/**
 * The download URL of a message's file.
 * @param fresh requests a new URL even if one is cached
 * @throws ApiError 'gone' if the file no longer exists
 */
export type GetFileUrl = (roomId: string, seq: number, fresh?: boolean) => Promise<FileUrl>;

export function createFileUrls({ signal }: Visit): GetFileUrl {
  const cachedUrl = createUrlCache();
  return (roomId, seq, fresh) => {
    const request = () =>
      call(createChatUploadUrls, {
        params: { roomId, seq },
        report: 'console',
        keepsSession: true,
        signal,
      });
    return cachedUrl(`${roomId}/${seq}`, request, fresh);
  };
}

/** The URLs of the picture of a held post. @throws ApiError 'gone' or 'notFound' if it no longer exists */
export type GetHeldFileUrl = (roomId: string, id: string) => Promise<FileUrl>;

export function createHeldFileUrls({ signal }: Visit): GetHeldFileUrl {
  const cachedUrl = createUrlCache();
  return (roomId, id) => {
    const request = () =>
      call(createHeldPostUploadUrls, {
        params: { roomId, id },
        report: 'console',
        keepsSession: true,
        signal,
      });
    return cachedUrl(`${roomId}/${id}`, request);
  };
}
