/** The picture of a room: that of the other member, or an icon of its kind. */
import chats from '@phosphor-icons/core/regular/chats.svg?raw';
import globe from '@phosphor-icons/core/regular/globe-simple.svg?raw';
import lock from '@phosphor-icons/core/regular/lock-simple.svg?raw';
import users from '@phosphor-icons/core/regular/users-three.svg?raw';
import type { ChatRoom, ChatRoomKind } from '@foyer/contract';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { ChatFace } from '../people/ChatFace.tsx';
import { useChat } from '../useChat.ts';

const icons: Readonly<Record<Exclude<ChatRoomKind, 'private'>, string>> = {
  area: chats,
  global: globe,
  group: users,
  privateGroup: lock,
  card: chats,
  wall: chats,
};

export function RoomFace({ room, size }: { readonly room: ChatRoom; readonly size: number }) {
  const other = useChat(({ users }) => users.get(room.otherMember?.uid ?? '')) ?? room.otherMember;
  if (room.kind === 'private') return <ChatFace user={other ?? { uid: '' }} size={size} withStatus />;
  return (
    <span
      style={{ width: size, height: size }}
      className="grid shrink-0 place-items-center rounded-tile bg-ink/10"
    >
      <Icon svg={icons[room.kind]} size={size / 2} />
    </span>
  );
}
