/** Leads from what one wants, to talk with somebody or to see a standing room, to the room itself. */
import { ApiError } from '../api/apiError.ts';
import { isOnline, isTransient } from '../realtime/onReconnect.ts';
import { loadLazyTexts, translate } from '../i18n/i18n.ts';
import { showSnackbar } from '../snackbars.ts';
import { useChat } from '../state/chat.ts';
import { leaveConversation, openChat, useStandingWish } from './chatPanel.ts';
import { openRoom } from './rooms.ts';

type Wish = { readonly with: string } | { readonly areaId: string } | { readonly global: true };

function wishNow(): Wish | undefined {
  const { attendeeToChatUid } = useChat.getState();
  if (attendeeToChatUid !== null) return { with: attendeeToChatUid };
  return useStandingWish.getState().place ?? undefined;
}

const key = (wish: Wish | undefined): string => JSON.stringify(wish ?? null);

/** Without a connection it is granted over the next one. @throws ApiError where it may be granted after a while */
export async function grantWishes(): Promise<void> {
  const wish = wishNow();
  if (!wish || !isOnline()) return;
  try {
    const room = await openRoom(wish);
    if (key(wishNow()) === key(wish)) openChat(room.id);
  } catch (fault) {
    if (key(wishNow()) !== key(wish)) return;
    if (!(fault instanceof ApiError) || isTransient(fault)) throw fault;
    leaveConversation();
    await loadLazyTexts('chat');
    showSnackbar(translate('chat')('with' in wish ? 'notOpened.person' : 'notOpened.place'), {
      tone: 'warning',
    });
  }
}
