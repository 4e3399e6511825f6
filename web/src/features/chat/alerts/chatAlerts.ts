/** Alerts a user who is not looking at the room: new messages, removal from a room, and for hosts new reports. */
import { selectLocalized, type ChatMessage, type ChatRoom } from '@foyer/contract';
import { defaultLocale } from '@foyer/contract/limits';
import { sendAlert, isPageFocused } from '../../../platform/alerts.ts';
import { chatData } from '../../../platform/chat/chatData.ts';
import { openChat, openExpandedChat } from '../../../platform/chat/chatNavigation.ts';
import type { IncomingMessage } from '../../../platform/chat/engine.ts';
import { isListed } from '../../../platform/chat/roomReducer.ts';
import { isRoomVisible } from '../../../platform/chat/visibleRoom.ts';
import { currentLanguage, translate } from '../../../platform/i18n/i18n.ts';
import { hideSnackbar, showSnackbar } from '../../../platform/showSnackbar.ts';
import { useChat } from '../../../platform/state/chat.ts';
import { areaOf, useVenue } from '../../../platform/state/venue.ts';
import { nameOfUser, nameOfRoom } from '../names/names.ts';
import { showAside } from '../panel/panelView.ts';

function alertBody({ text, upload, notice }: ChatMessage, author: string): string {
  const t = translate('chat');
  if (notice) return t(`notice.${notice.kind}`, { who: author, whom: t('person.you'), count: 1 });
  return text || (upload?.name ?? '');
}

const roomLabel = (room: ChatRoom): string =>
  nameOfRoom(
    room,
    translate('chat'),
    (areaId) =>
      selectLocalized(areaOf(useVenue.getState(), areaId)?.names ?? [], currentLanguage(), defaultLocale)
        ?.text ?? '',
  );

export function onMessage({ roomId, message, author }: IncomingMessage): void {
  const { rooms, blocked } = chatData();
  const room = rooms.get(roomId);
  const isSilent = !room || room.notificationsOff || blocked.has(message.authorId);
  const { currentAreaId } = useVenue.getState();
  if (isSilent || isRoomVisible(roomId) || !isListed(room, currentAreaId, useChat.getState().roomChats))
    return;
  const t = translate('chat');
  const name = nameOfUser(author, t);
  sendAlert({
    topic: roomId,
    title: room.kind === 'private' ? name : t('notification', { name, place: roomLabel(room) }),
    body: alertBody(message, name),
    onClick: () => openChat(roomId),
  });
}

/** Notifies the user that they were removed from a room, which closes. */
export const onRemoved = (room: ChatRoom): void =>
  void showSnackbar(translate('chat')('removedFrom', { place: roomLabel(room) }), {
    tone: 'warning',
    timeout: 0,
  });

let reportsSnackbar: number | undefined;

/** Hides the snackbar about open reports. */
export function hideReportsSnackbar(): void {
  if (reportsSnackbar !== undefined) hideSnackbar(reportsSnackbar);
  reportsSnackbar = undefined;
}

/** Shows a host the number of open reports until there are none. */
export function onReportCount(openReports: number, increase: number): void {
  if (openReports === 0 || increase > 0) hideReportsSnackbar();
  if (increase <= 0) return;
  const t = translate('chat');
  const title = t('moderation.open', { count: openReports });
  const run = (): void => {
    openExpandedChat();
    showAside('moderation');
  };
  reportsSnackbar = showSnackbar(title, {
    tone: 'warning',
    timeout: 0,
    action: { label: t('moderation.review'), run },
  });
  if (!isPageFocused()) sendAlert({ topic: 'reports', title, onClick: run });
}
