/** The files of each room's next message. They are uploaded as soon as they are added. */
import type { ChatUpload } from '@foyer/contract';
import { chatConcurrentUploads } from '@foyer/contract/limits';
import { create } from 'zustand';
import {
  deleteUpload,
  validateFile,
  uploadFile,
  UploadError,
  type UploadErrorCode,
} from '../../../platform/chat/uploads.ts';
import { translate } from '../../../platform/i18n/i18n.ts';
import { showSnackbar } from '../../../platform/showSnackbar.ts';

export interface TrayFile {
  readonly clientId: string;
  readonly roomId: string;
  readonly file: File;
  /** Object URL of a picture, for its preview. */
  readonly picture?: string;
  /** 0 to 1. */
  readonly progress: number;
  readonly upload?: ChatUpload;
  readonly error?: UploadErrorCode;
}

const useTray = create<{ readonly files: readonly TrayFile[] }>(() => ({ files: [] }));
const cancels = new Map<string, AbortController>();

const none: readonly TrayFile[] = [];
const filesOf = (files: readonly TrayFile[], roomId: string): readonly TrayFile[] =>
  files.some((file) => file.roomId === roomId) ? files.filter((file) => file.roomId === roomId) : none;

export { useTray, filesOf };

function change(clientId: string, next: Partial<TrayFile>): void {
  useTray.setState(({ files }) => ({
    files: files.map((file) => (file.clientId === clientId ? { ...file, ...next } : file)),
  }));
}

async function send({ clientId, roomId, file }: TrayFile): Promise<void> {
  const cancel = new AbortController();
  cancels.set(clientId, cancel);
  try {
    const upload = await uploadFile({
      roomId,
      clientId,
      file,
      signal: cancel.signal,
      onProgress: (progress) => change(clientId, { progress }),
    });
    change(clientId, { upload, progress: 1 });
  } catch (error) {
    if (!cancel.signal.aborted)
      change(clientId, { error: error instanceof UploadError ? error.code : 'failed' });
  } finally {
    cancels.delete(clientId);
  }
}

/** Adds and uploads files, up to `chatConcurrentUploads` per room; shows a snackbar if there are more. */
export function addFiles(roomId: string, files: readonly File[]): void {
  const freeSlots = chatConcurrentUploads - filesOf(useTray.getState().files, roomId).length;
  if (files.length > freeSlots)
    showSnackbar(translate('chat')('upload.tooMany', { count: chatConcurrentUploads }), { tone: 'warning' });
  for (const file of files.slice(0, Math.max(0, freeSlots))) {
    const error = validateFile(file);
    const picture = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined;
    const entry: TrayFile = {
      clientId: crypto.randomUUID(),
      roomId,
      file,
      progress: 0,
      ...(picture !== undefined && { picture }),
      ...(error && { error }),
    };
    useTray.setState((tray) => ({ files: [...tray.files, entry] }));
    if (!error) void send(entry);
  }
}

export function retryUpload(entry: TrayFile): void {
  const { error: _, ...file } = entry;
  useTray.setState(({ files }) => ({
    files: files.map((each) => (each.clientId === file.clientId ? { ...file, progress: 0 } : each)),
  }));
  void send(file);
}

/** Removes a file from the tray, and cancels its upload if it is running. */
export function removeFile(clientId: string): void {
  cancels.get(clientId)?.abort();
  const picture = useTray.getState().files.find((file) => file.clientId === clientId)?.picture;
  if (picture !== undefined) URL.revokeObjectURL(picture);
  useTray.setState(({ files }) => ({ files: files.filter((file) => file.clientId !== clientId) }));
}

/** Removes a file that will not be sent, also from the server. */
export function discardFile({ clientId, roomId, error }: TrayFile): void {
  removeFile(clientId);
  if (error === undefined) deleteUpload(roomId, clientId);
}

/** Removes all files and cancels running uploads. */
export function clearTray(): void {
  for (const { clientId } of useTray.getState().files) removeFile(clientId);
}
