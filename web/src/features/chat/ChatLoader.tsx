/**
 * Receives chat while the user is signed in; downloads the panel when it first opens.
 *
 * `features/chat` is the interface of chat: a folder for each of its views, and what only they need. State and connection
 * are in `platform/chat`.
 */
import { useEffect } from 'react';
import { useChatId } from '../../platform/chat/useChatId.ts';
import { lazyOptional } from '../../platform/loading/lazyOptional.tsx';
import { importWithRetry } from '../../platform/loading/importWithRetry.ts';
import { loadLazyTexts } from '../../platform/i18n/i18n.ts';
import { logWarning } from '../../platform/log.ts';
import { useChat } from '../../platform/state/chat.ts';
import { optionalBackoff, retryTimer } from '../../platform/time/retryTimer.ts';
import { useEverTrue } from '../../platform/useEverTrue.ts';

const ChatRoot = lazyOptional(() => import('./ChatRoot.tsx'), ['chat', 'presence']);

/** Starts chat. Resolves with a function that stops it. */
async function startEngine(ownId: string): Promise<() => void> {
  const [{ startChatEngine }, alerts] = await Promise.all([
    importWithRetry(() => import('../../platform/chat/engine.ts')),
    importWithRetry(() => import('./alerts/chatAlerts.ts')),
    loadLazyTexts('chat'),
  ]);
  return startChatEngine(ownId, alerts);
}

function useChatEngine(ownId: string | undefined): void {
  useEffect(() => {
    if (ownId === undefined) return undefined;
    let isEnded = false;
    let end: (() => void) | undefined;
    const retry = retryTimer(() => void begin(), optionalBackoff);
    const begin = async (): Promise<void> => {
      try {
        const stop = await startEngine(ownId);
        if (isEnded) stop();
        else end = stop;
      } catch {
        logWarning('GENERAL', 'the chat could not be downloaded');
        if (!isEnded) retry.schedule({ untilOnline: true });
      }
    };
    void begin();
    return () => {
      isEnded = true;
      retry.reset();
      end?.();
    };
  }, [ownId]);
}

export default function ChatLoader() {
  const ownId = useChatId();
  const wasOpened = useEverTrue(useChat((state) => state.opened));
  useChatEngine(ownId);
  if (!wasOpened || ownId === undefined) return null;
  return <ChatRoot key={ownId} />;
}
