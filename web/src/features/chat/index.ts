/** The model of chat, for other features, widgets and routes. The interface is in the other folders and downloaded later. */
export { createChat } from './model/chat.ts';
export type { BuiltInRoomPlace } from './model/chatState.ts';
export { createRoomCalls } from './model/roomCalls.ts';
export { guestNumber } from './model/guestNumber.ts';
export { useChat, useChatModel } from './useChat.ts';
export { useGuestId } from './useChatId.ts';
