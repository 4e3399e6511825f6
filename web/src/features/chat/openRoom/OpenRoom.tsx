/** An open room: header, connection status, messages, typing indicator and message field. */
import chatsIcon from '@phosphor-icons/core/regular/chats-circle.svg?raw';
import warning from '@phosphor-icons/core/regular/warning-circle.svg?raw';
import type { ChatMessage, ChatRoom } from '@foyer/contract';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Statement } from '../../../ui/Statement.tsx';
import { Composer } from '../composer/Composer.tsx';
import { FileDropZone } from '../files/FileDropZone.tsx';
import { MessageList } from '../timeline/MessageList.tsx';
import { ConnectionStatus } from './ConnectionStatus.tsx';
import { ReadOnly } from './ReadOnly.tsx';
import { RoomHeader } from '../rooms/RoomHeader.tsx';
import { TypingLine } from './TypingLine.tsx';
import { useTrackAccess } from './useTrackAccess.ts';
import { useChatNames } from '../names/useChatNames.ts';
import { useChat } from '../useChat.ts';
import { createRoomMessages } from '../model/roomMessages.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';

export function OpenRoomSkeleton() {
  const { t } = useTranslation('chat');
  return (
    <div role="status" className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden p-6">
      <span className="sr-only">{t('loading')}</span>
      {['w-3/5', 'w-2/5', 'w-1/2 self-end', 'w-3/5', 'w-2/5 self-end'].map((shape, row) => (
        <Skeleton key={row} className={`h-10 rounded-card! ${shape}`} />
      ))}
    </div>
  );
}

function EmptyRoom({ room }: { readonly room: ChatRoom }) {
  const { t } = useTranslation('chat');
  const { roomName } = useChatNames();
  const name = roomName(room);
  const hint = room.kind === 'private' ? t('empty.privateHint', { name }) : t('empty.hint');
  return (
    <div className="my-auto">
      <Statement
        svg={chatsIcon}
        level={3}
        title={t(`empty.${room.kind}`, { name })}
        text={room.readOnlyReason === undefined ? hint : undefined}
      />
    </div>
  );
}

function Messages({ room }: { readonly room: ChatRoom }) {
  const roomMessages = useVisit().get(createRoomMessages);
  const { t } = useTranslation('chat');
  useTrackAccess(room);
  const loaded = useChat(({ messagesByRoom }) => messagesByRoom.get(room.id));
  const hasUnsent = useChat(({ outbox }) => outbox.some(({ roomId }) => roomId === room.id));
  const timeline = loaded?.timeline;
  const isRetrying = loaded?.status === 'loading' && loaded.hasFailed === true;
  if (loaded?.status === 'failed' || (isRetrying && !timeline)) {
    return (
      <div className="my-auto">
        <Statement
          svg={warning}
          level={3}
          title={t('failed')}
          action={
            <Button busy={isRetrying} onClick={() => void roomMessages.load(room.id)}>
              {t('tryAgain')}
            </Button>
          }
        />
      </div>
    );
  }
  if (!timeline) return <OpenRoomSkeleton />;
  if (timeline.messages.length === 0 && !hasUnsent) return <EmptyRoom room={room} />;
  return <MessageList room={room} timeline={timeline} />;
}

const noMessages: readonly ChatMessage[] = [];

function RoomComposer({ room }: { readonly room: ChatRoom }) {
  const { t } = useTranslation('chat');
  const { roomName } = useChatNames();
  const messages = useChat(({ messagesByRoom }) => messagesByRoom.get(room.id)?.timeline?.messages);
  return (
    <Composer
      room={room}
      messages={messages ?? noMessages}
      label={t('composer.label', { name: roomName(room) })}
      placeholder={t('composer.placeholder')}
      takesFocus
    />
  );
}

export interface OpenRoomProps {
  readonly room: ChatRoom;
  /** Shows a button back to the list of rooms, for layouts with one column. */
  readonly withBack: boolean;
}

export function OpenRoom({ room, withBack }: OpenRoomProps) {
  return (
    <FileDropZone room={room}>
      <RoomHeader room={room} withBack={withBack} />
      <ConnectionStatus roomId={room.id} />
      <Messages key={`messages ${room.id}`} room={room} />
      <TypingLine room={room} />
      {room.readOnlyReason === undefined ? (
        <RoomComposer key={`composer ${room.id}`} room={room} />
      ) : (
        <ReadOnly room={room} />
      )}
    </FileDropZone>
  );
}
