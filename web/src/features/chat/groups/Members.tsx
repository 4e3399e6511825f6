/** The members of a group. The owner can transfer the ownership and remove members; hosts can remove members. */
import crown from '@phosphor-icons/core/fill/crown-simple-fill.svg?raw';
import dots from '@phosphor-icons/core/regular/dots-three.svg?raw';
import type { ChatUser, ChatRoom } from '@foyer/contract';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { usePersonEntries } from '../../../extensions/chatRoom.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { AsideFooter, AsideFrame } from '../panel/AsideFrame.tsx';
import { ChatFace } from '../people/ChatFace.tsx';
import { moveFocusByArrows } from '../moveFocusByArrows.ts';
import { useChatNames } from '../names/useChatNames.ts';
import { useIsHost, useOwnId } from '../useOwnId.ts';
import { useMembers } from './useMembers.ts';
import { useChatModel } from '../useChat.ts';
import { createChatView } from '../model/view.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import listStyles from '../panel/chatList.module.css';

function MemberMenu({ room, user }: { readonly room: ChatRoom; readonly user: ChatUser }) {
  const chat = useChatModel();
  const view = useVisit().get(createChatView);
  const { t } = useTranslation('chat');
  const { userName } = useChatNames();
  const isHost = useIsHost();
  const ownId = useOwnId();
  const isOwner = room.ownerId === ownId;
  const name = userName(user);
  const personEntries = usePersonEntries({ uid: user.uid, name });
  const about = { roomId: room.id, uid: user.uid, name };
  const entries = [
    {
      key: 'chat',
      label: t('actions.chat'),
      run: () => chat.startWith(user.uid),
    },
    ...personEntries.map(({ key, label, run }) => ({ key, label, run })),
    ...(isOwner
      ? [
          {
            key: 'transferOwnership',
            label: t('actions.transferOwnership'),
            run: () => view.openDialog({ kind: 'transferOwnership', ...about }),
          },
        ]
      : []),
    ...(isOwner || isHost
      ? [
          {
            key: 'remove',
            label: t('actions.remove'),
            run: () => view.openDialog({ kind: 'remove', ...about }),
          },
        ]
      : []),
  ];
  return (
    <Menu
      label={t('members.actions', { name })}
      entries={entries}
      trigger={<IconButton svg={dots} label={t('members.actions', { name })} data-row />}
    />
  );
}

export function Members({ room }: { readonly room: ChatRoom }) {
  const view = useVisit().get(createChatView);
  const { t } = useTranslation('chat');
  const { userName } = useChatNames();
  const ownId = useOwnId();
  const users = useMembers(room.id);
  return (
    <AsideFrame title={t('members.title')}>
      <div
        role="presentation"
        onKeyDown={moveFocusByArrows}
        className={`${listStyles.scroller} min-h-0 flex-1 px-3 pb-6`}
      >
        {!users && <RowsSkeleton rows={3} label={t('loading')} />}
        <ul aria-label={t('members.title')}>
          {users?.map((user) => (
            <li key={user.uid} className="flex min-h-15 items-center gap-3 px-3">
              <ChatFace user={user} size={44} withStatus />
              <span className="min-w-0 flex-1">
                <span className="flex items-center gap-1.5 text-name font-strong">
                  <bdi className="truncate">{userName(user)}</bdi>
                  {user.uid === ownId && <span className="text-ink-2">({t('person.you')})</span>}
                </span>
                {user.uid === room.ownerId && (
                  <span className="flex items-center gap-1 text-caption text-ink-2">
                    <Icon svg={crown} size={14} />
                    {t('members.owner')}
                  </span>
                )}
              </span>
              {user.uid !== ownId && <MemberMenu room={room} user={user} />}
            </li>
          ))}
        </ul>
      </div>
      <AsideFooter>
        <Button onClick={() => view.showAside('invite')} className="w-full">
          {t('invite.title')}
        </Button>
      </AsideFooter>
    </AsideFrame>
  );
}
