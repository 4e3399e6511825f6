/** The header of an open room: name, status and actions. */
import arrowLeft from '@phosphor-icons/core/regular/arrow-left.svg?raw';
import bell from '@phosphor-icons/core/regular/bell.svg?raw';
import bellSlash from '@phosphor-icons/core/regular/bell-slash.svg?raw';
import dots from '@phosphor-icons/core/regular/dots-three.svg?raw';
import download from '@phosphor-icons/core/regular/download-simple.svg?raw';
import magnifyingGlass from '@phosphor-icons/core/regular/magnifying-glass.svg?raw';
import minus from '@phosphor-icons/core/regular/minus.svg?raw';
import pencil from '@phosphor-icons/core/regular/pencil-simple.svg?raw';
import prohibit from '@phosphor-icons/core/regular/prohibit.svg?raw';
import signOut from '@phosphor-icons/core/regular/sign-out.svg?raw';
import userPlus from '@phosphor-icons/core/regular/user-plus.svg?raw';
import users from '@phosphor-icons/core/regular/users.svg?raw';
import xIcon from '@phosphor-icons/core/regular/x.svg?raw';
import { isBuiltInRoom, type ChatRoom } from '@foyer/contract';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useFollowedUser } from '../../presence/index.ts';
import { useShowSnackbar } from '../../../platform/snackbars.ts';
import { roomActions, usePersonEntries } from '../../../extensions/chatRoom.ts';
import { Extensions } from '../../../extensions/Extensions.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx';
import { menuEntry } from '../menuEntry.tsx';
import { downloadRoom } from './downloadRoom.ts';
import { minimizeToBar } from '../panel/minimizeToBar.ts';
import { RoomFace } from './RoomFace.tsx';
import { UnreadBadge } from './UnreadBadge.tsx';
import { useChatNames } from '../names/useChatNames.ts';
import { useIsGuest, useIsHost, useOwnId } from '../useOwnId.ts';
import { useChat, useChatModel } from '../useChat.ts';
import { createChatView } from '../model/view.ts';
import { createRooms } from '../model/rooms.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import styles from './roomHeader.module.css';

function useSubtitle({ kind, otherMember, memberCount }: ChatRoom): string {
  const { t } = useTranslation('chat');
  const { t: presence } = useTranslation('presence');
  const other = useFollowedUser(kind === 'private' ? otherMember?.uid : undefined);
  if (kind === 'private') {
    const { title, company } = other?.record ?? {};
    return [other && presence(`status.${other.status}`), title, company].filter(Boolean).join(' · ');
  }
  if (kind === 'group' || kind === 'privateGroup') {
    return memberCount === undefined ? t(`kinds.${kind}`) : t(`members.${kind}`, { count: memberCount });
  }
  return t(`kinds.${kind}`);
}

function useRoomMenuEntries(room: ChatRoom, isNarrow: boolean): readonly MenuEntry[] {
  const chat = useChatModel();
  const view = useVisit().get(createChatView);
  const rooms = useVisit().get(createRooms);
  const showSnackbar = useShowSnackbar();
  const { t } = useTranslation('chat');
  const { t: common } = useTranslation();
  const { roomName } = useChatNames();
  const ownId = useOwnId();
  const isGuest = useIsGuest();
  const isHost = useIsHost();
  const other = room.otherMember?.uid ?? '';
  const hasBlocked = useChat(({ blocked }) => blocked.has(other));
  const name = roomName(room);
  const personEntries = usePersonEntries({ uid: other, name });
  const isGroup = room.kind === 'group' || room.kind === 'privateGroup';
  const isPrivate = room.kind === 'private';
  const saveNotificationsOff = (isOff: boolean) => {
    rooms.setNotificationsOff(room.id, isOff).catch(() => {
      showSnackbar(t('actionFailed'), { tone: 'warning' });
    });
  };
  const showFailure = () => void showSnackbar(t('actionFailed'), { tone: 'warning' });
  const all: (MenuEntry | false)[] = [
    menuEntry('search', magnifyingGlass, t('search.title'), () => view.showAside('search')),
    ...(isPrivate ? personEntries.map(({ key, icon, label, run }) => menuEntry(key, icon, label, run)) : []),
    isGroup && menuEntry('members', users, t('members.title'), () => view.showAside('members')),
    isGroup && menuEntry('invite', userPlus, t('invite.title'), () => view.showAside('invite')),
    isGroup &&
      room.ownerId === ownId &&
      menuEntry('rename', pencil, t('actions.rename'), () =>
        view.openDialog({ kind: 'rename', roomId: room.id, name }),
      ),
    !isGuest &&
      (room.notificationsOff
        ? menuEntry('unmute', bell, t('actions.notificationsOn'), () => saveNotificationsOff(false))
        : menuEntry('mute', bellSlash, t('actions.notificationsOff'), () => saveNotificationsOff(true))),
    !isGuest &&
      (!isBuiltInRoom(room) || isHost) &&
      menuEntry(
        'export',
        download,
        t('actions.export'),
        () => void downloadRoom(room.id, name).catch(showFailure),
      ),
    isPrivate &&
      !hasBlocked &&
      menuEntry('block', prohibit, t('actions.block', { name }), () =>
        view.openDialog({ kind: 'block', uid: other, name }),
      ),
    isPrivate &&
      hasBlocked &&
      menuEntry(
        'unblock',
        prohibit,
        t('actions.unblock'),
        () => void rooms.setBlocked(other, false).catch(showFailure),
      ),
    isGroup &&
      menuEntry('leave', signOut, t('actions.leave'), () =>
        view.openDialog({ kind: 'leave', roomId: room.id, name }),
      ),
    // In one column, the menu replaces these buttons to leave space for the name.
    isNarrow && menuEntry('minimize', minus, t('minimize'), () => minimizeToBar(chat)),
    isNarrow && menuEntry('close', xIcon, common('common.close'), chat.close),
  ];
  return all.filter((each) => each !== false);
}

/** Returns to the list of rooms, and shows the unread count of the other rooms. */
function BackToRooms({ room: { unreadCount, notificationsOff } }: { readonly room: ChatRoom }) {
  const chat = useChatModel();
  const { t } = useTranslation('chat');
  const elsewhere = useChat(({ unread }) => unread.count) - (notificationsOff ? 0 : unreadCount);
  return (
    <span className="relative">
      <IconButton svg={arrowLeft} mirror label={t('back')} onClick={chat.showRooms} />
      <span className="pointer-events-none absolute -end-1 -top-1">
        <UnreadBadge count={Math.max(0, elsewhere)} />
      </span>
    </span>
  );
}

export interface RoomHeaderProps {
  readonly room: ChatRoom;
  readonly withBack: boolean;
}

export function RoomHeader({ room, withBack }: RoomHeaderProps) {
  const chat = useChatModel();
  const { t } = useTranslation('chat');
  const { t: common } = useTranslation();
  const { roomName } = useChatNames();
  const subtitle = useSubtitle(room);
  const entries = useRoomMenuEntries(room, withBack);
  return (
    <div data-panel-head className={styles.header}>
      {withBack && <BackToRooms room={room} />}
      <RoomFace room={room} size={44} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-name font-strong">
          <bdi>{roomName(room)}</bdi>
        </h2>
        {subtitle && (
          <p className="truncate text-caption text-ink-2">
            <bdi>{subtitle}</bdi>
          </p>
        )}
      </div>
      <Extensions of={roomActions} props={{ room }} />
      <Menu
        label={t('actions.room')}
        entries={entries}
        trigger={<IconButton svg={dots} label={t('actions.room')} />}
      />
      {!withBack && (
        <>
          <span aria-hidden="true" className="mx-0.5 h-6 w-px bg-line" />
          <IconButton svg={minus} label={t('minimize')} onClick={() => minimizeToBar(chat)} />
          <IconButton svg={xIcon} label={common('common.close')} onClick={chat.close} />
        </>
      )}
    </div>
  );
}
