/** Opens the room that was requested by user or by place as soon as the server has returned it. */
import { ApiError } from '../api/apiError.ts';
import { isOnline, isTransient } from '../realtime/onReconnect.ts';
import { loadLazyTexts, translate } from '../i18n/i18n.ts';
import { showSnackbar } from '../showSnackbar.ts';
import { useChat } from '../state/chat.ts';
import { showRoomList, openChat, usePendingBuiltInRoom } from './chatNavigation.ts';
import { openRoom } from './rooms.ts';

type PendingRoom = { readonly with: string } | { readonly areaId: string } | { readonly global: true };

function currentPendingRoom(): PendingRoom | undefined {
  const { attendeeToChatUid } = useChat.getState();
  if (attendeeToChatUid !== null) return { with: attendeeToChatUid };
  return usePendingBuiltInRoom.getState().place ?? undefined;
}

const key = (room: PendingRoom | undefined): string => JSON.stringify(room ?? null);

/** Opens the pending room; while offline, the next connection does. @throws ApiError if the error is transient */
export async function openPendingRoom(): Promise<void> {
  const pending = currentPendingRoom();
  if (!pending || !isOnline()) return;
  try {
    const room = await openRoom(pending);
    if (key(currentPendingRoom()) === key(pending)) openChat(room.id);
  } catch (error) {
    if (key(currentPendingRoom()) !== key(pending)) return;
    if (!(error instanceof ApiError) || isTransient(error)) throw error;
    showRoomList();
    await loadLazyTexts('chat');
    showSnackbar(translate('chat')('with' in pending ? 'notOpened.person' : 'notOpened.place'), {
      tone: 'warning',
    });
  }
}
