/** Alerts a user who is not looking at the room: new messages, removal from a room, and for hosts new reports. */
import {
  selectLocalized,
  type chatMessageChanged,
  type ChatMessage,
  type ChatRoom,
  type DataOf,
} from '@foyer/contract';
import { defaultLocale } from '@foyer/contract/limits';
import { isPageFocused, sendAlert, type Alert } from '../../../platform/alerts.ts';
import { currentLanguage, translate } from '../../../platform/i18n/i18n.ts';
import { createSnackbars } from '../../../platform/snackbars.ts';
import { useUi, type ActiveDialog } from '../../../platform/state/ui.ts';
import { createVenueState, type VenueState } from '../../../platform/state/venue.ts';
import { untilAborted } from '../../../platform/untilAborted.ts';
import type { Visit } from '../../../platform/visit/visit.ts';
import { createChat } from './chat.ts';
import type { ChatState } from './chatState.ts';
import { nameOfUser, nameOfRoom } from './names.ts';
import { placeName } from './placeInVenue.ts';
import { isListed } from './roomReducer.ts';
import { createChatView } from './view.ts';
import { createVisibleRoom } from './visibleRoom.ts';

export type IncomingMessage = Pick<DataOf<typeof chatMessageChanged>, 'roomId' | 'message' | 'author'>;

function alertBody({ text, upload, notice }: ChatMessage, author: string): string {
  const t = translate('chat');
  if (notice) return t(`notice.${notice.kind}`, { who: author, whom: t('person.you'), count: 1 });
  return text || (upload?.name ?? '');
}

const roomLabel = (room: ChatRoom, venue: VenueState): string =>
  nameOfRoom(room, translate('chat'), (place) =>
    placeName(place, venue, (names) => selectLocalized(names, currentLanguage(), defaultLocale)?.text ?? ''),
  );

/** Longer than for other messages, because this one has an action. */
const reportsMs = 10_000;

export interface ChatAlerts {
  readonly onMessage: (message: IncomingMessage) => void;
  /**
   * Shows a host the number of open reports for 10 s, or until there are none or the host opens the list of reports. While
   * a panel or dialog is open, which it would cover, it waits until that is closed, except for the chat. The dock and the
   * list of rooms keep showing it.
   */
  readonly onReportCount: (openReports: number) => void;
  /** Notifies the user that they were removed from a room, which closes. */
  readonly onRemoved: (room: ChatRoom) => void;
}

export function createChatAlerts(visit: Visit): ChatAlerts {
  const chat = visit.get(createChat);
  const venue = visit.get(createVenueState);
  const view = visit.get(createChatView);
  const visibleRoom = visit.get(createVisibleRoom);
  const snackbars = visit.get(createSnackbars);
  let reportCount = 0;
  /** The open reports are still to be shown, or are shown and their time is not over. */
  let isReportsDue = false;
  let reportsSnackbar: number | undefined;
  /** By topic: functions that close the notifications. The operating system may keep them after the visit. */
  const notifications = new Map<string, () => void>();
  untilAborted(visit.signal, () => {
    for (const close of notifications.values()) close();
  });

  function alertUser(alert: Alert): void {
    const close = sendAlert(alert);
    if (close) notifications.set(alert.topic, close);
  }

  function hideReports(): void {
    const shown = reportsSnackbar;
    reportsSnackbar = undefined;
    if (shown !== undefined) snackbars.hide(shown);
  }

  const isReviewing = ({ opened, expanded, aside, moderationTab }: ChatState): boolean =>
    opened && expanded && aside === 'moderation' && moderationTab === 'open';

  const isOutsideChat = ({ id, within }: ActiveDialog): boolean => (within ?? id) !== 'chat';
  const wouldCover = (): boolean => useUi.getState().activeDialogStack.some(isOutsideChat);

  function review(): void {
    chat.openExpanded();
    view.showAside('moderation');
  }

  function showReports(): void {
    // The open list of reports shows the new one.
    if (reportCount === 0 || isReviewing(chat.store.getState())) isReportsDue = false;
    if (!isReportsDue || wouldCover()) {
      hideReports();
      return;
    }
    const t = translate('chat');
    reportsSnackbar ??= snackbars.show(t('moderation.open', { count: reportCount }), {
      tone: 'warning',
      timeout: reportsMs,
      action: { label: t('moderation.review'), run: review },
    });
  }

  const isShown = (): boolean => snackbars.store.getState().list.some(({ id }) => id === reportsSnackbar);
  const unsubscribers = [
    chat.store.subscribe((now, before) => {
      if (isReviewing(now) && !isReviewing(before)) showReports();
    }),
    useUi.subscribe((now, before) => {
      if (now.activeDialogStack !== before.activeDialogStack) showReports();
    }),
    snackbars.store.subscribe(() => {
      if (reportsSnackbar === undefined || isShown()) return;
      // Its time is over, or the host has closed it.
      reportsSnackbar = undefined;
      isReportsDue = false;
    }),
  ];
  untilAborted(visit.signal, () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  });

  return {
    onMessage({ roomId, message, author }) {
      if (visit.signal.aborted) return;
      const { rooms, blocked, roomChats } = chat.store.getState();
      const room = rooms.get(roomId);
      const isSilent = !room || room.notificationsOff || blocked.has(message.authorId);
      const { currentAreaId } = venue.getState();
      if (isSilent || visibleRoom.is(roomId) || !isListed(room, currentAreaId, roomChats)) return;
      const t = translate('chat');
      const name = nameOfUser(author, t);
      alertUser({
        topic: roomId,
        title:
          room.kind === 'private'
            ? name
            : t('notification', { name, place: roomLabel(room, venue.getState()) }),
        body: alertBody(message, name),
        onClick: () => chat.open(roomId),
      });
    },
    onRemoved(room) {
      snackbars.show(translate('chat')('removedFrom', { place: roomLabel(room, venue.getState()) }), {
        tone: 'warning',
        timeout: 0,
      });
    },
    onReportCount(openReports) {
      if (visit.signal.aborted) return;
      const increase = openReports - reportCount;
      reportCount = openReports;
      if (increase > 0) {
        hideReports();
        isReportsDue = true;
      }
      showReports();
      if (increase <= 0) return;
      const title = translate('chat')('moderation.open', { count: openReports });
      if (!isPageFocused()) alertUser({ topic: 'reports', title, onClick: review });
    },
  };
}
