/** Chat: what it hears as long as somebody is here, and its panel from the first time that it is opened. */
import { useEffect, useState } from 'react';
import { useChatId } from '../platform/chat/useChatId.ts';
import { extra } from '../platform/extra.tsx';
import { fetchPiece } from '../platform/fetchPiece.ts';
import { loadLateTexts } from '../platform/i18n/i18n.ts';
import { logError } from '../platform/log.ts';
import { useChat } from '../platform/state/chat.ts';

const ChatHost = extra(async () => {
  const [host] = await Promise.all([
    fetchPiece(() => import('../features/chat/ChatHost.tsx')),
    loadLateTexts('chat'),
    loadLateTexts('presence'),
  ]);
  return host;
});

/** The way into a call, in the head of a room. */
const RoomCall = extra(async () => {
  const [action] = await Promise.all([
    fetchPiece(() => import('../features/call/RoomCall.tsx')),
    loadLateTexts('call'),
  ]);
  return action;
});

/** Begins to hear as who one is; resolves with what ends it. */
async function hear(ownId: string): Promise<() => void> {
  const [{ startChatEngine }, telling] = await Promise.all([
    fetchPiece(() => import('../platform/chat/engine.ts')),
    fetchPiece(() => import('../features/chat/news.ts')),
    loadLateTexts('chat'),
  ]);
  return startChatEngine(ownId, telling);
}

function useEngine(ownId: string | undefined): void {
  useEffect(() => {
    if (ownId === undefined) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    let end: (() => void) | undefined;
    const begin = async (): Promise<void> => {
      try {
        const ending = await hear(ownId);
        if (signal.aborted) ending();
        else end = ending;
      } catch (fault) {
        logError('GENERAL', 'chat could not be fetched yet', fault);
        window.addEventListener('online', () => void begin(), { once: true, signal });
      }
    };
    void begin();
    return () => {
      ended.abort();
      end?.();
    };
  }, [ownId]);
}

export default function ChatSlot() {
  const ownId = useChatId();
  const opened = useChat((state) => state.opened);
  const [everOpened, setEverOpened] = useState(opened);
  if (opened && !everOpened) setEverOpened(true);
  useEngine(ownId);
  if (!everOpened || ownId === undefined) return null;
  return <ChatHost key={ownId} roomActions={RoomCall} />;
}
