/** Calls whoever looks elsewhere: a message for them in a room that is not muted. */
import { localized } from '@foyer/contract';
import { defaultLocale } from '@foyer/contract/limits';
import { alertTo, isLooking } from '../../platform/alerts.ts';
import { chatData } from '../../platform/chat/chatData.ts';
import { openChat } from '../../platform/chat/chatPanel.ts';
import type { News } from '../../platform/chat/engine.ts';
import { isListed } from '../../platform/chat/roomFold.ts';
import { shownLanguage, translate } from '../../platform/i18n/i18n.ts';
import { showSnackbar } from '../../platform/snackbars.ts';
import { useChat } from '../../platform/state/chat.ts';
import { areaOf, useVenue } from '../../platform/state/venue.ts';
import { nameOfPerson, nameOfRoom } from './names.ts';
import { showAside } from './panelView.ts';

/** Whether somebody looks at the room just now. */
function isInSight(roomId: string): boolean {
  const { opened, expanded, roomChats } = useChat.getState();
  return isLooking() && opened && expanded && roomChats[0] === roomId;
}

export function tellNews({ roomId, message, author }: News): void {
  const { rooms, blocked } = chatData();
  const room = rooms.get(roomId);
  const isQuiet = !room || room.muted || message.notice || blocked.has(message.authorId);
  const { currentAreaId } = useVenue.getState();
  if (isQuiet || isInSight(roomId) || !isListed(room, currentAreaId, useChat.getState().roomChats)) return;
  const t = translate('chat');
  const areaName = (areaId: string | undefined): string =>
    localized(areaOf(useVenue.getState(), areaId)?.names ?? [], shownLanguage(), defaultLocale)?.text ?? '';
  const name = nameOfPerson(author, t);
  const place = nameOfRoom(room, t, areaName);
  alertTo({
    about: roomId,
    title: room.kind === 'private' ? name : t('notification', { name, place }),
    body: message.text || (message.upload?.name ?? ''),
    run: () => openChat(roomId),
  });
}

/** A host is called to what somebody has reported. */
export function tellReports(open: number): void {
  const t = translate('chat');
  const run = (): void => {
    openChat();
    showAside('hosts');
  };
  showSnackbar(t('hosts.open', { count: open }), {
    tone: 'warning',
    timeout: 0,
    action: { label: t('hosts.look'), run },
  });
}
