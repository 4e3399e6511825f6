/** What the panel shows beside the rooms: the aside, the dialog, an open PDF or picture, and the message to scroll to. */
import type { ChatUpload } from '@foyer/contract';
import type { FileUrl } from './uploads.ts';

/** The file of a message. */
export interface MessageFile {
  readonly roomId: string;
  readonly seq: number;
  readonly upload: ChatUpload;
}

/** The picture of a message or of a held post. */
export interface PictureFile {
  readonly name: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Requests its URLs. Stays the same for a picture. */
  readonly getUrl: () => Promise<FileUrl>;
}

export interface MessageTarget {
  readonly roomId: string;
  readonly seq: number;
  /** The post of a reply in a discussion or on a wall: its replies are opened. */
  readonly replyTo?: number | undefined;
  /** The `keyOfPlace` of its discussion or wall. */
  readonly placeKey?: string | undefined;
}

/** The aside: a view that is shown in place of the open room, one at a time. */
export type Aside = 'newGroup' | 'groups' | 'members' | 'invite' | 'search' | 'moderation' | 'settings';

/** What the aside of hosts lists: open reports, resolved ones, or the moderation log. */
export type ModerationTab = 'open' | 'closed' | 'actions';

interface AboutUser {
  readonly uid: string;
  readonly name: string;
}
interface AboutMessage extends AboutUser {
  readonly roomId: string;
  readonly seq: number;
}
interface AboutMember extends AboutUser {
  readonly roomId: string;
}
interface AboutRoom {
  readonly roomId: string;
  readonly name: string;
}

/** By kind of dialog: what it is about. */
interface DialogSubjects {
  readonly delete: AboutMessage;
  readonly report: AboutMessage;
  readonly block: AboutUser;
  readonly mute: AboutUser;
  readonly remove: AboutMember;
  /** Removes the user from a built-in room. */
  readonly removeFromRoom: AboutMember;
  readonly transferOwnership: AboutMember;
  readonly leave: AboutRoom;
  readonly rename: AboutRoom;
}
export type DialogRequestOf<K extends keyof DialogSubjects> = {
  [Kind in K]: { readonly kind: Kind } & DialogSubjects[Kind];
}[K];
export type DialogRequest = DialogRequestOf<keyof DialogSubjects>;

export interface ChatViewState {
  /** Null: the open room. */
  readonly aside: Aside | null;
  readonly moderationTab: ModerationTab;
  /** The message to scroll to: a search result, the message that a reply refers to, or a reported one. */
  readonly target: MessageTarget | null;
  /** The open dialog: a confirmation, or a form for an action that needs a reason, a name or a duration. */
  readonly dialog: DialogRequest | null;
  /** The PDF of a message that is open in a dialog. It stays open when its message scrolls out of the list. */
  readonly pdfFile: MessageFile | null;
  /** The picture that is open in a dialog, likewise. */
  readonly picture: PictureFile | null;
}
