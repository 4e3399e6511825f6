/**
 * Downloads and starts the chat of the visit once it is available to the attendee; downloads its interface when the panel or
 * a discussion or wall first opens.
 *
 * `features/chat` has a folder for each view of chat, and `model`: the state of chat and what keeps it current.
 */
import { useEffect } from 'react';
import { lazyOptional } from '../../platform/loading/lazyOptional.tsx';
import { NotDownloaded } from '../../platform/loading/NotDownloaded.tsx';
import { importWithRetry } from '../../platform/loading/importWithRetry.ts';
import { loadLazyTexts } from '../../platform/i18n/i18n.ts';
import { logWarning } from '../../platform/log.ts';
import { useConnection } from '../../platform/state/connection.ts';
import { optionalBackoff, retryTimer } from '../../platform/time/retryTimer.ts';
import { useEverTrue } from '../../platform/useEverTrue.ts';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import type { Visit } from '../../platform/visit/visit.ts';
import { createChat } from './model/chat.ts';
import { useChat, useChatModel } from './useChat.ts';
import { useChatId, useParticipantId } from './useChatId.ts';

/** Hides the chat, which would be minimized when it is downloaded. */
function ChatFailed() {
  const { hide } = useChatModel();
  const opened = useChat((state) => state.opened);
  return opened && <NotDownloaded close={hide} />;
}

const ChatRoot = lazyOptional(() => import('./ChatRoot.tsx'), ['chat', 'presence'], ChatFailed);

const importEngine = () => import('./model/engine.ts');

async function startChat(visit: Visit, ownId: string, signal: AbortSignal): Promise<void> {
  const [{ createChatEngine }] = await Promise.all([importWithRetry(importEngine), loadLazyTexts('chat')]);
  if (signal.aborted) return;
  visit.get(createChat).identify(ownId);
  visit.get(createChatEngine);
}

/** Starts the chat once the connection of the visit was started: without it the chat cannot load anything. */
function useChatEngine(participantId: string | undefined): void {
  const visit = useVisit();
  const isStarted = useConnection(({ status }) => status !== 'none');
  useEffect(() => {
    if (participantId === undefined || !isStarted) return undefined;
    const mounted = new AbortController();
    const signal = AbortSignal.any([mounted.signal, visit.signal]);
    const retry = retryTimer(() => void begin(), optionalBackoff, signal);
    const begin = async (): Promise<void> => {
      try {
        await startChat(visit, participantId, signal);
      } catch {
        logWarning('GENERAL', 'the chat could not be downloaded');
        retry.schedule({ untilOnline: true });
      }
    };
    void begin();
    return () => mounted.abort();
  }, [visit, participantId, isStarted]);
}

/** Closes the chat on a page without chat, or where a guest has none. */
function useHiding(ownId: string | undefined): void {
  const visit = useVisit();
  useEffect(() => {
    if (ownId === undefined) return undefined;
    return () => visit.get(createChat).hide();
  }, [visit, ownId]);
}

export default function ChatLoader() {
  const participantId = useParticipantId();
  // Its dialogs are also those of discussions and walls.
  const wasNeeded = useEverTrue(useChat(({ opened, openPlaces }) => opened || openPlaces.size > 0));
  useChatEngine(participantId);
  useHiding(useChatId());
  if (!wasNeeded || participantId === undefined) return null;
  return <ChatRoot />;
}
