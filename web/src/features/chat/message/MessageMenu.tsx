/** The actions on a message and its author. */
import arrowReply from '@phosphor-icons/core/regular/arrow-bend-up-left.svg?raw';
import copyIcon from '@phosphor-icons/core/regular/copy-simple.svg?raw';
import dots from '@phosphor-icons/core/regular/dots-three.svg?raw';
import flag from '@phosphor-icons/core/regular/flag.svg?raw';
import pencil from '@phosphor-icons/core/regular/pencil-simple.svg?raw';
import trash from '@phosphor-icons/core/regular/trash.svg?raw';
import type { ChatMessage, ChatRoom } from '@foyer/contract';
import { copyText } from '../../../platform/copyText.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useShowSnackbar } from '../../../platform/snackbars.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx';
import { menuEntry } from '../menuEntry.tsx';
import { useIsHost, useOwnId } from '../useOwnId.ts';
import { useChatNames } from '../names/useChatNames.ts';
import { useChat } from '../useChat.ts';
import { createChatView } from '../model/view.ts';
import { createDrafts } from '../model/drafts.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { messageNoun } from './messageNoun.ts';
import { useAuthorEntries } from './useAuthorEntries.ts';
import { useRestrictionEntries } from './useRestrictionEntries.ts';
import styles from './chatMessage.module.css';

export interface MessageMenuProps {
  readonly room: ChatRoom;
  readonly message: ChatMessage;
  /** Whether the buttons are reachable by Tab, like their message. */
  readonly isTabStop: boolean;
}

export interface MessageMenuButtonProps extends MessageMenuProps {
  readonly onReply: () => void;
}

function useMessageMenuEntries({
  room,
  message,
  onReply,
}: Omit<MessageMenuButtonProps, 'isTabStop'>): readonly MenuEntry[] {
  const view = useVisit().get(createChatView);
  const drafts = useVisit().get(createDrafts);
  const showSnackbar = useShowSnackbar();
  const { t } = useTranslation('chat');
  const { nameOf } = useChatNames();
  const users = useChat((data) => data.users);
  const ownId = useOwnId();
  const isHost = useIsHost();
  const { authorId, seq, text } = message;
  const isOwn = authorId === ownId;
  const canWrite = room.readOnlyReason === undefined;
  const name = nameOf(authorId);
  const authorEntries = useAuthorEntries({ uid: authorId, name });
  const restrictionEntries = useRestrictionEntries(room, { uid: authorId, name });
  const about = { roomId: room.id, seq, uid: authorId, name };
  const mentioned = (message.mentions ?? []).map((uid) => users.get(uid) ?? { uid });
  const copy = async (): Promise<void> => {
    if (!(await copyText(text))) showSnackbar(t('actionFailed'), { tone: 'warning' });
  };
  const all: (MenuEntry | false)[] = [
    canWrite && menuEntry('reply', arrowReply, t('actions.reply'), onReply),
    text !== '' && menuEntry('copy', copyIcon, t('actions.copy'), () => void copy()),
    isOwn &&
      canWrite &&
      // An approved post stays as the host has seen it.
      room.approval === undefined &&
      text !== '' &&
      menuEntry('edit', pencil, t('actions.edit'), () => drafts.beginEdit(room.id, message, mentioned)),
    (isOwn || isHost) &&
      menuEntry('delete', trash, t('actions.delete'), () => view.openDialog({ kind: 'delete', ...about })),
    ...authorEntries.map(({ key, icon, label, run }) => menuEntry(key, icon, label, run)),
    !isOwn &&
      menuEntry('report', flag, t('actions.report'), () => view.openDialog({ kind: 'report', ...about })),
    ...restrictionEntries,
  ];
  return all.filter((each) => each !== false);
}

/** The button that opens the menu of a message. */
export function MessageMenuButton({ isTabStop, ...props }: MessageMenuButtonProps) {
  const { t } = useTranslation('chat');
  const entries = useMessageMenuEntries(props);
  const label = t(`${messageNoun(props.room)}.actions`);
  return (
    <Menu
      label={label}
      entries={entries}
      trigger={<IconButton svg={dots} size={18} label={label} tabIndex={isTabStop ? 0 : -1} />}
    />
  );
}

/** The actions beside the bubble of a message. */
export function MessageMenu(props: MessageMenuProps) {
  const drafts = useVisit().get(createDrafts);
  const { t } = useTranslation('chat');
  const { room, message, isTabStop } = props;
  const reply = (): void => drafts.beginReply(room.id, message.seq);
  return (
    <div className={styles.actions}>
      {room.readOnlyReason === undefined && (
        <span className={styles.reply}>
          <IconButton
            svg={arrowReply}
            mirror
            size={18}
            label={t('actions.reply')}
            onClick={reply}
            tabIndex={isTabStop ? 0 : -1}
          />
        </span>
      )}
      <MessageMenuButton {...props} onReply={reply} />
    </div>
  );
}
