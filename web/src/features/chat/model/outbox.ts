/**
 * Sends written messages in order as soon as there is a connection. A message that the server rejects stays until the user
 * sends it again or discards it.
 */
import { sendChatMessage, type ChatUpload } from '@foyer/contract';
import { ApiError } from '../../../platform/api/apiError.ts';
import { translate } from '../../../platform/i18n/i18n.ts';
import { isTransient } from '../../../platform/realtime/onReconnect.ts';
import { createRealtime } from '../../../platform/realtime/realtime.ts';
import { createSnackbars } from '../../../platform/snackbars.ts';
import type { Visit } from '../../../platform/visit/visit.ts';
import { createHeldPosts } from '../posts/model/heldPosts.ts';
import { createChat } from './chat.ts';
import type { WaitingMessage } from './chatState.ts';
import { loadStoredMessages, onStorageChange, removeStoredMessage, storeMessage } from './outboxStorage.ts';
import { createRetries } from './retries.ts';
import { createRoomMessages } from './roomMessages.ts';
import { latestSeq } from './timeline.ts';

export interface OutgoingMessage {
  readonly roomId: string;
  readonly text: string;
  readonly replyTo?: number | undefined;
  readonly mentions?: readonly string[] | undefined;
  readonly upload?: ChatUpload | undefined;
}

export interface Outbox {
  /** Loads the stored messages of the user, and follows what other tabs store. Messages that are not sent stay stored. */
  readonly start: () => void;
  readonly send: (written: OutgoingMessage) => void;
  /** Sends a rejected message again. */
  readonly resend: (clientId: string) => void;
  readonly discard: (clientId: string) => void;
  /** Sends the messages of all rooms, after a reconnect. */
  readonly sendAll: () => void;
}

/**
 * Why a message was rejected: `held` if too many posts of the author wait for approval, `declined` if it was declined or
 * withdrawn, else the code of the server.
 */
function rejectionOf({ serverCode = 'internal', details }: ApiError): string {
  const { reason } = (details ?? {}) as { reason?: string };
  if (serverCode === 'cannotPost' && reason === 'held') return reason;
  return serverCode === 'gone' && reason === 'declined' ? reason : serverCode;
}

export function createOutbox(visit: Visit): Outbox {
  const { signal } = visit;
  const realtime = visit.get(createRealtime);
  const retries = visit.get(createRetries);
  const roomMessages = visit.get(createRoomMessages);
  const heldPosts = visit.get(createHeldPosts);
  const snackbars = visit.get(createSnackbars);
  const { getState, setState } = visit.get(createChat).store;
  /** Ids of the rooms whose messages are being sent. */
  const sending = new Set<string>();
  /** Client ids of messages that did not fit into the storage and exist in this tab only. */
  const unstored = new Set<string>();
  let lastAt = 0;

  const ownId = (): string => getState().ownId ?? '';
  const update = (next: (outbox: readonly WaitingMessage[]) => readonly WaitingMessage[]): void =>
    setState(({ outbox }) => ({ outbox: next(outbox) }));
  const nextMessage = (roomId: string): WaitingMessage | undefined =>
    getState().outbox.find((message) => message.roomId === roomId && message.errorCode === undefined);
  const retryKey = (roomId: string): string => `outbox of ${roomId}`;

  function store(message: WaitingMessage): void {
    if (storeMessage(ownId(), message)) unstored.delete(message.clientId);
    else unstored.add(message.clientId);
  }

  function removeStored(clientId: string): void {
    removeStoredMessage(ownId(), clientId);
    unstored.delete(clientId);
  }

  function reloadFromStorage(): void {
    // This tab removes the messages that it is sending itself.
    const kept = getState().outbox.filter(
      ({ roomId, clientId }) => sending.has(roomId) || unstored.has(clientId),
    );
    const known = new Set(kept.map(({ clientId }) => clientId));
    const others = loadStoredMessages(ownId()).filter(({ clientId }) => !known.has(clientId));
    update(() => [...kept, ...others].toSorted((a, b) => a.at - b.at));
    // The tab that wrote a message sends it; if that tab was closed, this one does after a delay.
    for (const { roomId } of others) retries.runLater(retryKey(roomId), () => sendMessages(roomId));
  }

  function discard(clientId: string): void {
    removeStored(clientId);
    update((outbox) => outbox.filter((other) => other.clientId !== clientId));
  }

  function replace(message: WaitingMessage): void {
    store(message);
    update((outbox) => outbox.map((other) => (other.clientId === message.clientId ? message : other)));
  }

  function reject(waiting: WaitingMessage, errorCode: string): void {
    const { status, rooms } = getState();
    if (status !== 'ready' || rooms.has(waiting.roomId)) {
      replace({ ...waiting, errorCode });
      return;
    }
    // The room no longer exists, so the user could not decide about the message.
    discard(waiting.clientId);
    snackbars.show(translate('chat')('cannotPost'), { tone: 'warning', timeout: 0 });
  }

  /** @throws ApiError if the error is transient and the message can be sent later unchanged */
  async function sendMessage(waiting: WaitingMessage): Promise<void> {
    const { roomId, clientId, text, replyTo, mentions, upload } = waiting;
    try {
      const reply = await realtime.sendCommand(sendChatMessage, {
        roomId,
        clientId,
        text,
        ...(replyTo !== undefined && { replyTo }),
        ...(mentions && mentions.length > 0 && { mentions: [...mentions] }),
        ...(upload && { uploadId: upload.id }),
      });
      removeStored(clientId);
      if ('held' in reply) heldPosts.add(roomId, reply.held);
      else await roomMessages.apply(roomId, { seq: latestSeq(reply.message), message: reply.message });
      update((outbox) => outbox.filter((other) => other.clientId !== clientId));
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError) || isTransient(error)) throw error;
      const rejection = rejectionOf(error);
      // The post was declined or withdrawn after the response got lost: nothing is left to send.
      if (rejection === 'declined') discard(clientId);
      else reject(waiting, rejection);
    }
  }

  /** Sends the messages of a room one after the other. @throws ApiError if the error is transient */
  async function sendMessages(roomId: string): Promise<void> {
    if (sending.has(roomId)) return;
    sending.add(roomId);
    try {
      for (let next = nextMessage(roomId); next && !signal.aborted; next = nextMessage(roomId)) {
        await sendMessage(next);
        retries.reset(retryKey(roomId));
      }
    } finally {
      sending.delete(roomId);
    }
  }

  const sendRoom = (roomId: string): void => void retries.run(retryKey(roomId), () => sendMessages(roomId));

  return {
    start() {
      update(() => loadStoredMessages(ownId()));
      onStorageChange(ownId(), reloadFromStorage, signal);
    },
    send(written) {
      // After the visit, nothing of its user may be stored any more.
      if (signal.aborted) return;
      lastAt = Math.max(Date.now(), lastAt + 1);
      const message = { ...written, clientId: crypto.randomUUID(), at: lastAt };
      store(message);
      update((outbox) => [...outbox, message]);
      sendRoom(message.roomId);
    },
    resend(clientId) {
      const rejected = getState().outbox.find((message) => message.clientId === clientId);
      if (!rejected || signal.aborted) return;
      const { errorCode: _, ...message } = rejected;
      replace(message);
      sendRoom(message.roomId);
    },
    discard,
    sendAll() {
      for (const roomId of new Set(getState().outbox.map((message) => message.roomId))) sendRoom(roomId);
    },
  };
}
