/** Searches the messages of a room. */
import magnifyingGlass from '@phosphor-icons/core/regular/magnifying-glass.svg?raw';
import { searchChatMessages, type ChatMessage, type ChatRoom } from '@foyer/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { runAfter } from '../../../platform/time/timers.ts';
import { Button } from '../../../ui/Button.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { Statement } from '../../../ui/Statement.tsx';
import { AsideFrame } from '../panel/AsideFrame.tsx';
import { useMessageSummary } from '../message/useMessageSummary.ts';
import { moveFocusByArrows } from '../moveFocusByArrows.ts';
import { useChatNames } from '../names/useChatNames.ts';
import { useTimes } from '../names/useTimes.ts';
import { createChatView } from '../model/view.ts';
import { withUsers } from '../model/changes.ts';
import { useChatModel } from '../useChat.ts';
import { createRealtime } from '../../../platform/realtime/realtime.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import listStyles from '../panel/chatList.module.css';

const searchDelayMs = 300;

interface SearchResults {
  readonly query: string;
  readonly messages: readonly ChatMessage[];
  readonly hasOlder: boolean;
}

function useMessageSearch(roomId: string, query: string) {
  const realtime = useVisit().get(createRealtime);
  const chat = useChatModel();
  const [found, setFound] = useState<SearchResults | 'failed'>();
  useEffect(() => {
    if (query === '') return undefined;
    let isCurrent = true;
    const search = async (): Promise<void> => {
      try {
        const { messages, users, hasOlder } = await realtime.sendCommand(searchChatMessages, {
          roomId,
          query,
        });
        chat.store.setState((state) => withUsers(state, users));
        if (isCurrent) setFound({ query, messages, hasOlder });
      } catch {
        if (isCurrent) setFound('failed');
      }
    };
    const cancel = runAfter(searchDelayMs, () => void search());
    return () => {
      isCurrent = false;
      cancel();
    };
  }, [roomId, query, realtime, chat]);
  const more = async (): Promise<void> => {
    const before = found === 'failed' ? undefined : found?.messages.at(-1)?.seq;
    if (!found || found === 'failed' || before === undefined) return;
    const next = await realtime.sendCommand(searchChatMessages, {
      roomId,
      query: found.query,
      before,
    });
    chat.store.setState((state) => withUsers(state, next.users));
    const all: SearchResults = {
      ...found,
      messages: [...found.messages, ...next.messages],
      hasOlder: next.hasOlder,
    };
    // Discard the page if another search has started since.
    setFound((now) => (now === found ? all : now));
  };
  return { found: query === '' ? undefined : found, more };
}

function FoundMessage({ room, message }: { readonly room: ChatRoom; readonly message: ChatMessage }) {
  const view = useVisit().get(createChatView);
  const { nameOf } = useChatNames();
  const { day, clock } = useTimes();
  const line = useMessageSummary();
  return (
    <button
      type="button"
      data-row
      onClick={() => view.showMessage({ roomId: room.id, seq: message.seq })}
      className={`${listStyles.row} flex-col items-stretch! justify-center gap-0.5! py-2.5`}
    >
      <span className="flex gap-2 text-caption text-ink-2">
        <bdi className="min-w-0 flex-1 truncate font-strong">{nameOf(message.authorId)}</bdi>
        <time className="shrink-0">
          {day(message.at)}, {clock(message.at)}
        </time>
      </span>
      <span dir="auto" className="line-clamp-3 [overflow-wrap:anywhere]">
        {line(message)}
      </span>
    </button>
  );
}

export function RoomSearch({ room }: { readonly room: ChatRoom }) {
  const { t } = useTranslation('chat');
  const [typed, setTyped] = useState('');
  const { found, more } = useMessageSearch(room.id, typed.trim());
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const count = found === undefined || found === 'failed' ? undefined : found.messages.length;
  return (
    <AsideFrame title={t('search.title')}>
      <div role="presentation" onKeyDown={moveFocusByArrows} className="flex min-h-0 flex-1 flex-col">
        <SearchField
          ref={field}
          label={t('search.label')}
          typed={typed}
          onType={setTyped}
          maxLength={100}
          className="mx-6 mb-2 shrink-0"
        />
        <p role="status" className="sr-only">
          {count !== undefined && t('search.count', { count })}
        </p>
        <div className={`${listStyles.scroller} min-h-0 flex-1 px-3 pb-6`}>
          {found === 'failed' && <Statement svg={magnifyingGlass} level={3} title={t('search.failed')} />}
          {count === 0 && <Statement svg={magnifyingGlass} level={3} title={t('search.none')} />}
          {found !== undefined && found !== 'failed' && (
            <ul>
              {found.messages.map((message) => (
                <li key={message.seq}>
                  <FoundMessage room={room} message={message} />
                </li>
              ))}
            </ul>
          )}
          {found !== undefined && found !== 'failed' && found.hasOlder && (
            <Button kind="text" onClick={() => void more().catch(() => undefined)} className="w-full">
              {t('more')}
            </Button>
          )}
        </div>
      </div>
    </AsideFrame>
  );
}
