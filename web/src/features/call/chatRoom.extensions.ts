import type { ChatRoomExtensions } from '../../extensions/chatRoom.ts';

export const extensions: ChatRoomExtensions = {
  actions: [{ order: 10, load: () => import('./RoomCallButton.tsx'), texts: ['call'] }],
};
