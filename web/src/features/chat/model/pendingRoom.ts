/** Opens the room that was requested by user or by place as soon as the server has returned it. */
import { ApiError } from '../../../platform/api/apiError.ts';
import { loadLazyTexts, translate } from '../../../platform/i18n/i18n.ts';
import { isTransient } from '../../../platform/realtime/onReconnect.ts';
import { createRealtime } from '../../../platform/realtime/realtime.ts';
import { createSnackbars } from '../../../platform/snackbars.ts';
import type { Visit } from '../../../platform/visit/visit.ts';
import { createChat } from './chat.ts';
import { createRooms } from './rooms.ts';

type PendingRoom = { readonly with: string } | { readonly areaId: string } | { readonly global: true };

const key = (room: PendingRoom | undefined): string => JSON.stringify(room ?? null);

/**
 * Returns a function that opens the pending room; while offline, the next connection does. It throws an `ApiError` if the
 * error is transient.
 */
export function createPendingRoom(visit: Visit): () => Promise<void> {
  const realtime = visit.get(createRealtime);
  const rooms = visit.get(createRooms);
  const chat = visit.get(createChat);
  const snackbars = visit.get(createSnackbars);

  function pendingRoom(): PendingRoom | undefined {
    const { attendeeToChatUid, pendingPlace } = chat.store.getState();
    if (attendeeToChatUid !== null) return { with: attendeeToChatUid };
    return pendingPlace ?? undefined;
  }

  return async () => {
    const pending = pendingRoom();
    if (!pending || !realtime.isOnline) return;
    const isStillPending = (): boolean => key(pendingRoom()) === key(pending);
    try {
      const room = await rooms.fetch(pending);
      if (isStillPending()) chat.open(room.id);
    } catch (error) {
      if (visit.signal.aborted || !isStillPending()) return;
      if (!(error instanceof ApiError) || isTransient(error)) throw error;
      chat.showRooms();
      await loadLazyTexts('chat');
      if (visit.signal.aborted) return;
      snackbars.show(translate('chat')('with' in pending ? 'notOpened.person' : 'notOpened.place'), {
        tone: 'warning',
      });
    }
  };
}
