/** The model of chat, for other features, widgets and routes. The interface is in the other folders and downloaded later. */
export { createChat, type Chat } from './model/chat.ts';
export type { BuiltInRoomPlace, ChatState } from './model/chatState.ts';
export { createRoomCalls } from './model/roomCalls.ts';
export { guestNumber } from './model/guestNumber.ts';
export { useChat, useChatModel } from './useChat.ts';
export { useChatId, useGuestId } from './useChatId.ts';
