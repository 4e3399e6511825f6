/** Files of messages: uploads with progress, and download URLs that expire (CHAT-04, CHAT-13, CHAT-14). */
import {
  deleteChatUpload,
  uploadChatFile,
  createChatUploadUrls,
  type ResponseOf,
  type ChatUpload,
} from '@foyer/contract';
import { chatUploadBytes } from '@foyer/contract/limits';
import { chatUploadTypes } from '@foyer/contract/chatFiles';
import { authorizationFor, call } from '../../../platform/api/client.ts';
import { base } from '../../../platform/base.ts';
import { authHook } from '../../../platform/api/authHook.ts';
import { now } from '../../../platform/time/serverTime.ts';
import type { Visit } from '../../../platform/visit/visit.ts';

export type UploadErrorCode = 'tooLarge' | 'type' | 'cannotPost' | 'tooOften' | 'failed';

export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly code: UploadErrorCode;
  constructor(error: UploadErrorCode) {
    super(error);
    this.code = error;
  }
}

const extensions: ReadonlySet<string> = new Set(Object.values(chatUploadTypes).flat());

/** Accepted file extensions, for the browser's file dialog. The server detects the type from the content. */
export const acceptedFiles = [...extensions].map((ending) => `.${ending}`).join(',');

/** Checks a file before the upload. Undefined: it can be uploaded. */
export const validateFile = ({ size }: Pick<File, 'size'>): UploadErrorCode | undefined =>
  size >= chatUploadBytes ? 'tooLarge' : undefined;

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

type FileUrl = ResponseOf<typeof createChatUploadUrls>;

/** A URL that expires sooner than this is not used. */
const marginMs = 30_000;

/**
 * The download URL of a message's file, cached until shortly before it expires.
 * @param fresh requests a new URL even if one is cached
 * @throws ApiError 'gone' if the file no longer exists
 */
export type GetFileUrl = (roomId: string, seq: number, fresh?: boolean) => Promise<FileUrl>;

export function createFileUrls({ signal }: Visit): GetFileUrl {
  /** By room and message. */
  const urls = new Map<string, Promise<FileUrl>>();
  return async (roomId, seq, fresh = false) => {
    const key = `${roomId}/${seq}`;
    const cached = fresh ? undefined : await urls.get(key)?.catch(() => undefined);
    if (cached && cached.expiresAt - marginMs > now()) return cached;
    const request = call(createChatUploadUrls, {
      params: { roomId, seq },
      report: 'console',
      keepsSession: true,
      signal,
    });
    urls.set(key, request);
    return request;
  };
}
