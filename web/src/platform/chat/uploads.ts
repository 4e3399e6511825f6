/** Files beside messages: sent with progress, and addressed for a while (CHAT-04, CHAT-13, CHAT-14). */
import {
  dropChatUpload,
  putChatUpload,
  signChatUpload,
  type AnswerOf,
  type ChatUpload,
} from '@foyer/contract';
import { chatUploadBytes } from '@foyer/contract/limits';
import { chatUploadTypes } from '@foyer/contract/chatFiles';
import { authorizationFor, call } from '../api/client.ts';
import { base } from '../base.ts';
import { authHook } from '../session/authHook.ts';
import { now } from '../time/serverTime.ts';

export const uploadFaults = ['tooLarge', 'type', 'cannotPublish', 'tooOften', 'failed'] as const;
export type UploadFault = (typeof uploadFaults)[number];

export class UploadFailure extends Error {
  override readonly name = 'UploadFailure';
  readonly fault: UploadFault;
  constructor(fault: UploadFault) {
    super(fault);
    this.fault = fault;
  }
}

const endings: ReadonlySet<string> = new Set(Object.values(chatUploadTypes).flat());

/** How names of files end that may be sent, for the browser's own dialog. What a file is, its bytes say to the server. */
export const acceptedFiles = [...endings].map((ending) => `.${ending}`).join(',');

/** What is known of a file before it is sent. */
export const faultOf = ({ size }: Pick<File, 'size'>): UploadFault | undefined =>
  size >= chatUploadBytes ? 'tooLarge' : undefined;

const faultsByStatus: Readonly<Record<number, UploadFault>> = {
  409: 'cannotPublish',
  413: 'tooLarge',
  415: 'type',
  422: 'type',
  429: 'tooOften',
};

export interface Sending {
  readonly roomId: string;
  readonly clientId: string;
  readonly file: File;
  readonly signal: AbortSignal;
  /** 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** @throws UploadFailure; the signal's reason where it was cancelled */
export async function sendFile({ roomId, clientId, file, signal, onProgress }: Sending): Promise<ChatUpload> {
  const path = putChatUpload.path
    .replace(':roomId', encodeURIComponent(roomId))
    .replace(':clientId', encodeURIComponent(clientId));
  const url = `${base}/api${path}?${new URLSearchParams({ name: file.name })}`;
  await authHook()?.ready();
  signal.throwIfAborted();
  const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    for (const [header, value] of Object.entries(authorizationFor(url)))
      request.setRequestHeader(header, value);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }));
    request.addEventListener('error', () => reject(new UploadFailure('failed')));
    signal.addEventListener('abort', () => {
      request.abort();
      reject(signal.reason as Error);
    });
    request.send(file);
  });
  if (answer.status >= 300) throw new UploadFailure(faultsByStatus[answer.status] ?? 'failed');
  return (JSON.parse(answer.text) as AnswerOf<typeof putChatUpload>).upload;
}

/** Takes back what was sent and goes with no message. What cannot be told now is gone by itself within a day. */
export const dropFile = (roomId: string, clientId: string): void =>
  void call(dropChatUpload, { params: { roomId, clientId }, report: 'console', keepsSession: true }).catch(
    () => undefined,
  );

type Address = AnswerOf<typeof signChatUpload>;
const addresses = new Map<string, Promise<Address>>();
/** An address that is about to end is no good any more. */
const marginMs = 30_000;

/**
 * Where the file of a message is to be had.
 * @throws ApiError 'gone' where it is not there any more
 */
export async function fileAddress(roomId: string, seq: number): Promise<Address> {
  const key = `${roomId}/${seq}`;
  const known = await addresses.get(key)?.catch(() => undefined);
  if (known && known.expiresAt - marginMs > now()) return known;
  const asked = call(signChatUpload, {
    params: { roomId, seq },
    report: 'console',
    keepsSession: true,
  });
  addresses.set(key, asked);
  return asked;
}

export const forgetAddresses = (): void => addresses.clear();
