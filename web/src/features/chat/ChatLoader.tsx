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

async function startEngine(ownId: string, signal: AbortSignal): Promise<void> {
  const [{ startChatEngine }, alerts] = await Promise.all([
    importWithRetry(() => import('../../platform/chat/engine.ts')),
    importWithRetry(() => import('./alerts/chatAlerts.ts')),
    loadLazyTexts('chat'),
  ]);
  if (!signal.aborted) startChatEngine(ownId, alerts, signal);
}

function useChatEngine(ownId: string | undefined): void {
  useEffect(() => {
    if (ownId === undefined) return undefined;
    const mounted = new AbortController();
    const { signal } = mounted;
    const retry = retryTimer(() => void begin(), optionalBackoff, signal);
    const begin = async (): Promise<void> => {
      try {
        await startEngine(ownId, signal);
      } catch {
        logWarning('GENERAL', 'the chat could not be downloaded');
        retry.schedule({ untilOnline: true });
      }
    };
    void begin();
    return () => mounted.abort();
  }, [ownId]);
}

export default function ChatLoader() {
  const ownId = useChatId();
  const wasOpened = useEverTrue(useChat((state) => state.opened));
  useChatEngine(ownId);
  if (!wasOpened || ownId === undefined) return null;
  return <ChatRoot key={ownId} />;
}
