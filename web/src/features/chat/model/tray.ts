/** The files of each room's next message. They are uploaded as soon as they are added. */
import { chatConcurrentUploads } from '@foyer/contract/limits';
import { translate } from '../../../platform/i18n/i18n.ts';
import { createSnackbars } from '../../../platform/snackbars.ts';
import { untilAborted } from '../../../platform/untilAborted.ts';
import type { Visit } from '../../../platform/visit/visit.ts';
import { createChat } from './chat.ts';
import { filesOf, type TrayFile } from './trayFile.ts';
import { deleteUpload, takesOnePicture, validateFile, uploadFile, UploadError } from './uploads.ts';

export interface Tray {
  /**
   * Adds and uploads files, up to `chatConcurrentUploads` per room, and one picture in walls; shows a snackbar if there are
   * more.
   */
  readonly add: (roomId: string, files: readonly File[]) => void;
  readonly retry: (entry: TrayFile) => void;
  /** Removes a file, and cancels its upload if it is running. */
  readonly remove: (clientId: string) => void;
  /** Removes a file that will not be sent, also from the server. */
  readonly discard: (entry: TrayFile) => void;
}

/** When the visit ends, running uploads are cancelled. */
export function createTray(visit: Visit): Tray {
  const { getState, setState } = visit.get(createChat).store;
  const snackbars = visit.get(createSnackbars);
  /** By client id. */
  const uploads = new Map<string, AbortController>();
  const update = (next: (files: readonly TrayFile[]) => readonly TrayFile[]): void =>
    setState(({ files }) => ({ files: next(files) }));

  function change(clientId: string, next: Partial<TrayFile>): void {
    update((files) => files.map((file) => (file.clientId === clientId ? { ...file, ...next } : file)));
  }

  async function upload({ clientId, roomId, file }: TrayFile): Promise<void> {
    const cancelled = new AbortController();
    const signal = AbortSignal.any([visit.signal, cancelled.signal]);
    uploads.set(clientId, cancelled);
    try {
      const uploaded = await uploadFile({
        roomId,
        clientId,
        file,
        signal,
        onProgress: (progress) => change(clientId, { progress }),
      });
      change(clientId, { upload: uploaded, progress: 1 });
    } catch (error) {
      if (!signal.aborted) change(clientId, { error: error instanceof UploadError ? error.code : 'failed' });
    } finally {
      uploads.delete(clientId);
    }
  }

  function remove(clientId: string): void {
    uploads.get(clientId)?.abort();
    const picture = getState().files.find((file) => file.clientId === clientId)?.picture;
    if (picture !== undefined) URL.revokeObjectURL(picture);
    update((files) => files.filter((file) => file.clientId !== clientId));
  }

  untilAborted(visit.signal, () => {
    for (const { clientId } of getState().files) remove(clientId);
  });

  return {
    add(roomId, files) {
      if (visit.signal.aborted) return;
      const room = getState().rooms.get(roomId);
      const count = takesOnePicture(room) ? 1 : chatConcurrentUploads;
      const freeSlots = count - filesOf(getState().files, roomId).length;
      if (files.length > freeSlots)
        snackbars.show(translate('chat')(count === 1 ? 'upload.onePicture' : 'upload.tooMany', { count }), {
          tone: 'warning',
        });
      for (const file of files.slice(0, Math.max(0, freeSlots))) {
        const error = validateFile(file, room);
        const picture = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined;
        const entry: TrayFile = {
          clientId: crypto.randomUUID(),
          roomId,
          file,
          progress: 0,
          ...(picture !== undefined && { picture }),
          ...(error && { error }),
        };
        update((all) => [...all, entry]);
        if (!error) void upload(entry);
      }
    },
    retry(entry) {
      const { error: _, ...file } = entry;
      update((files) =>
        files.map((each) => (each.clientId === file.clientId ? { ...file, progress: 0 } : each)),
      );
      void upload(file);
    },
    remove,
    discard({ clientId, roomId, error }) {
      remove(clientId);
      if (error === undefined) deleteUpload(roomId, clientId);
    },
  };
}
