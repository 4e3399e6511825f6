/** The model of chat and its lists of posts, for other features, widgets and routes. The interface is downloaded later. */
export { createChat } from './model/chat.ts';
export type { BuiltInRoomPlace } from './model/chatState.ts';
export { createRoomCalls } from './model/roomCalls.ts';
export { guestNumber } from './model/guestNumber.ts';
export { useChat, useChatModel } from './useChat.ts';
export { PostFeed } from './PostFeed.tsx';
export { PresentedPosts, SocialWall } from './SocialWall.tsx';
export { useGuestId } from './useChatId.ts';
