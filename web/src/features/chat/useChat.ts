import { useStore } from 'zustand';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import { createChat, type Chat } from './model/chat.ts';
import type { ChatState } from './model/chatState.ts';

/** The chat of the visit, for actions. */
export const useChatModel = (): Chat => useVisit().get(createChat);

/** The part of the chat's state that the selector returns. */
export const useChat = <T>(selector: (state: ChatState) => T): T => useStore(useChatModel().store, selector);
