/** The state of a visit's chat, and pure functions that compute its changes. The parts of the chat make them. */
import type { ChatMute, ChatRoom, ChatUpload, ChatUser } from '@foyer/contract';
import type { Draft } from './draftStorage.ts';
import type { Timeline } from './timeline.ts';
import type { TrayFile } from './trayFile.ts';
import type { ChatViewState } from './viewState.ts';

/** The chat panel (STATE-04). A minimized panel is open but not expanded. */
export interface ChatPanelState {
  readonly opened: boolean;
  readonly expanded: boolean;
  /** Ids of the open rooms, the visible one first; empty while the list of rooms is shown. */
  readonly roomChats: readonly string[];
  /** The user to start a private chat with, until the private room exists. */
  readonly attendeeToChatUid: string | null;
}

export type BuiltInRoomPlace = { readonly areaId: string } | { readonly global: true };

/** A message that the server has not confirmed. */
export interface WaitingMessage {
  readonly clientId: string;
  readonly roomId: string;
  readonly text: string;
  readonly replyTo?: number | undefined;
  readonly mentions?: readonly string[] | undefined;
  readonly upload?: ChatUpload | undefined;
  /** Creation time by the local clock, in milliseconds; unique within a tab. */
  readonly at: number;
  /** Error code with which the server rejected the message. Absent: the outbox sends it automatically. */
  readonly errorCode?: string | undefined;
}

export interface ChatUnread {
  /** The number of unread messages in all rooms, without those whose notifications are off. */
  readonly count: number;
  /** The room with all of these messages; undefined if there are several. */
  readonly onlyRoomId: string | undefined;
  /** Whether any of these messages mentions the user. */
  readonly isMentioned: boolean;
}

export interface RoomMessages {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly timeline: Timeline | null;
  /** The first read failed and is being retried. */
  readonly hasFailed?: boolean;
  /** Adjacent pages that are loading or could not be loaded. */
  readonly pages: Readonly<Partial<Record<'older' | 'newer', 'loading' | 'failed'>>>;
}

export interface TypingUser {
  readonly user: ChatUser;
  /** When the indicator disappears, by `performance.now()`. */
  readonly until: number;
}

export interface ChatState extends ChatPanelState, ChatViewState {
  /** The attendee's id in chat; null until the chat is available to them. Stays for the visit. */
  readonly ownId: string | null;
  /** The built-in room to open, until the server has returned it. */
  readonly pendingPlace: BuiltInRoomPlace | null;
  /** `ready`: the rooms were listed, and events keep them current while there is a connection. */
  readonly status: 'loading' | 'ready' | 'failed';
  /** Also unlisted rooms: discussions and walls that are shown or have unsent messages. */
  readonly rooms: ReadonlyMap<string, ChatRoom>;
  /** The discussions and walls that are shown, by `keyOfPlace`. */
  readonly openPlaces: ReadonlySet<string>;
  readonly unread: ChatUnread;
  readonly users: ReadonlyMap<string, ChatUser>;
  readonly blocked: ReadonlyMap<string, ChatUser>;
  readonly messagesByRoom: ReadonlyMap<string, RoomMessages>;
  readonly typing: ReadonlyMap<string, readonly TypingUser[]>;
  /** Number of open reports; 0 unless the user is a host. */
  readonly openReports: number;
  /** By user, as last received; empty unless the user is a host. */
  readonly mutes: ReadonlyMap<string, ChatMute>;
  /** Oldest first. */
  readonly outbox: readonly WaitingMessage[];
  /** By room: the `readSeq` that the server has not confirmed. */
  readonly dueReceipts: ReadonlyMap<string, number>;
  /** By room. */
  readonly drafts: ReadonlyMap<string, Draft>;
  /** The files of each room's next message, in the order in which they were added. */
  readonly files: readonly TrayFile[];
}

export const initialPanel: ChatPanelState = {
  opened: false,
  expanded: true,
  roomChats: [],
  attendeeToChatUid: null,
};

export const initialView: ChatViewState = {
  aside: null,
  moderationTab: 'open',
  target: null,
  dialog: null,
  pdfFile: null,
  picture: null,
};

export const initialChat: ChatState = {
  ...initialPanel,
  ...initialView,
  ownId: null,
  pendingPlace: null,
  status: 'loading',
  rooms: new Map(),
  openPlaces: new Set(),
  unread: { count: 0, onlyRoomId: undefined, isMentioned: false },
  users: new Map(),
  blocked: new Map(),
  messagesByRoom: new Map(),
  typing: new Map(),
  openReports: 0,
  mutes: new Map(),
  outbox: [],
  dueReceipts: new Map(),
  drafts: new Map(),
  files: [],
};

export type ChatChange = Partial<ChatState>;

export const withEntry = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> =>
  new Map(map).set(key, value);

export function withoutEntry<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  if (!map.has(key)) return map;
  const kept = new Map(map);
  kept.delete(key);
  return kept;
}
