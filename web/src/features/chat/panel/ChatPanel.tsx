/** The expanded chat: list of rooms and open room side by side, or one of them on small screens. */
import { Dialog } from '@base-ui/react/dialog';
import { useCallback, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useActiveDialog } from '../../../platform/dialogs.ts';
import { useIsBelowDialog } from '../../../platform/useIsBelowDialog.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useMedia } from '../../../platform/media.ts';
import { useCoversPicture } from '../../../platform/pictureCover.ts';
import slotStyles from '../../../ui/slot.module.css';
import { AsideView, needsRoom } from './AsideView.tsx';
import { OpenRoom, OpenRoomSkeleton } from '../openRoom/OpenRoom.tsx';
import { NoOpenRoom, RoomList } from '../rooms/RoomList.tsx';
import { useChat, useChatModel } from '../useChat.ts';
import { createChatView } from '../model/view.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import styles from './chatPanel.module.css';

/** Reports the area that the panel covers, so that hotspots of the picture move out from under it. */
function PictureCover({ panel }: { readonly panel: RefObject<HTMLElement | null> }) {
  useCoversPicture(panel);
  return null;
}

/** What is shown beside the list of rooms, or in place of it. */
type Content = 'aside' | 'room' | 'loading' | 'rooms';

function useContent() {
  const [openId] = useChat((state) => state.roomChats);
  const isUserPending = useChat((state) => state.attendeeToChatUid !== null);
  const isPlacePending = useChat(({ pendingPlace }) => pendingPlace !== null);
  const room = useChat(({ rooms }) => rooms.get(openId ?? ''));
  const status = useChat((data) => data.status);
  const chosen = useChat((view) => view.aside);
  // An aside about a room closes with the room.
  const aside = chosen !== null && needsRoom(chosen) && !room ? null : chosen;
  const isLoading = isUserPending || isPlacePending || (openId !== undefined && status === 'loading');
  const content: Content = aside ? 'aside' : room ? 'room' : isLoading ? 'loading' : 'rooms';
  return { aside, room, content };
}

/** The element to focus on closing: the minimized bar, the element focused before, or the button of the dock. */
function useFinalFocus(): () => HTMLElement | boolean {
  const [before] = useState(() => document.activeElement);
  return () => {
    const bar = document.querySelector<HTMLElement>('[data-chat="expand"]');
    if (bar?.checkVisibility()) return bar;
    if (before instanceof HTMLElement && before.isConnected && before !== document.body) return before;
    return document.querySelector<HTMLElement>('[data-dock="chat"]') ?? true;
  };
}

export function ChatPanel() {
  const chat = useChatModel();
  const view = useVisit().get(createChatView);
  const { t } = useTranslation('chat');
  const panel = useRef<HTMLDivElement>(null);
  const phone = useMedia('phone');
  const oneColumn = useMedia('small');
  const finalFocus = useFinalFocus();
  const { aside, room, content } = useContent();
  const isInRoom = oneColumn && (content === 'room' || content === 'loading');
  useActiveDialog('chat', true, chat.close, { outlivesNavigation: true });
  useActiveDialog('chat-room', isInRoom, chat.showRooms, { within: 'chat', outlivesNavigation: true });
  useActiveDialog('chat-aside', aside !== null, view.closeAside, {
    within: 'chat',
    outlivesNavigation: true,
  });
  const isBelowDialog = useIsBelowDialog('chat');
  /** Escape closes the innermost view: aside, room or panel. */
  const closeInnermostView = useCallback(() => {
    if (aside) view.closeAside();
    else if (isInRoom) chat.showRooms();
    else chat.close();
  }, [aside, isInRoom, chat, view]);

  const beside: Readonly<Record<Content, ReactNode>> = {
    aside: aside && <AsideView key={aside} aside={aside} room={room} />,
    room: room && <OpenRoom room={room} withBack={oneColumn} />,
    loading: <OpenRoomSkeleton />,
    rooms: oneColumn ? null : <NoOpenRoom />,
  };
  const showsRooms = !oneColumn || content === 'rooms';
  return (
    <Dialog.Root
      open
      modal={phone && !isBelowDialog}
      disablePointerDismissal
      onOpenChange={(open, details) => {
        if (open) return;
        if (details.reason === 'escape-key') details.cancel();
        closeInnermostView();
      }}
    >
      <Dialog.Portal>
        <Dialog.Viewport className={`${styles.place} ${slotStyles.place} fixed z-30 max-tablet:inset-0`}>
          <Dialog.Popup
            ref={panel}
            data-dialog="chat"
            data-slot="panel"
            initialFocus={panel}
            finalFocus={finalFocus}
            // The dock moves to the end side and hides its labels.
            data-wide
            className={`${styles.panel} ${slotStyles.panel} panel`}
          >
            <Dialog.Title render={<span />} className="sr-only">
              {t('title')}
            </Dialog.Title>
            <PictureCover panel={panel} />
            {showsRooms && <RoomList openId={room?.id} withClose={oneColumn} />}
            {beside[content] && <div className={styles.main}>{beside[content]}</div>}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
