/** Extensions of chat rooms: `features/<name>/chatRoom.extensions.ts` exports `extensions`. */
import type { ChatRoom } from '@foyer/contract';
import { componentOf, sortExtensions, type Extension } from './extension.tsx';

export interface ChatRoomContext {
  readonly room: ChatRoom;
}

export interface ChatRoomExtensions {
  /** In the header of a room, before its menu. */
  readonly actions?: readonly Extension<ChatRoomContext>[];
}

const found = import.meta.glob<ChatRoomExtensions>('../features/*/chatRoom.extensions.ts', {
  eager: true,
  import: 'extensions',
});

export const roomActions = sortExtensions(found, ({ actions }) => actions).map(componentOf);
