/** Extensions of chat rooms: `features/<name>/chatRoom.extensions.ts` exports `extensions`. */
import type { ChatRoom } from '@foyer/contract';
import { componentOf, hookOfEach, sortExtensions, type Extension, type Ordered } from './extension.tsx';

export interface ChatRoomContext {
  readonly room: ChatRoom;
}

/** A member of a room, or the author of a message. */
export interface ChatPerson {
  readonly uid: string;
  /** As chat shows it. */
  readonly name: string;
}

export interface ChatPersonEntry {
  readonly key: string;
  readonly label: string;
  /** Raw SVG of a Phosphor icon. */
  readonly icon: string;
  readonly run: () => void;
}

export interface ChatPersonExtension extends Ordered {
  /** A hook: the entry for a person, undefined while there is none. */
  readonly useEntry: (person: ChatPerson) => ChatPersonEntry | undefined;
}

export interface ChatRoomExtensions {
  /** In the header of a room, before its menu. */
  readonly actions?: readonly Extension<ChatRoomContext>[];
  /** In the menus of people: of private rooms, members and messages. */
  readonly personEntries?: readonly ChatPersonExtension[];
}

const found = import.meta.glob<ChatRoomExtensions>('../features/*/chatRoom.extensions.ts', {
  eager: true,
  import: 'extensions',
});

export const roomActions = sortExtensions(found, ({ actions }) => actions).map(componentOf);

/** A hook: the entries for a person. */
export const usePersonEntries = hookOfEach(
  sortExtensions(found, ({ personEntries }) => personEntries).map(({ useEntry }) => useEntry),
);
