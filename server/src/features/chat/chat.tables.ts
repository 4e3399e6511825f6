/** Rooms, who is in them, what was said, and who may not say anything. */
export interface ChatRoomRow {
  id: string;
  mode: string;
  kind: string;
  /** Of a group. */
  name: string | null;
  /** Of the standing room of an area. */
  areaId: string | null;
  ownerId: string | null;
  /** The number of the last thing that happened: messages, edits and deletions count alike. */
  lastSeq: number;
  createdAt: number;
  lastAt: number;
  /** When the last member left; what was said there is deleted. */
  endedAt: number | null;
}

/** What a room is for a person: whether they are in it, and what they have read. */
export interface ChatMemberRow {
  roomId: string;
  userId: string;
  /** 0 also for standing rooms, where everybody is. */
  member: number;
  /** 1: somebody took this person out, who does not come back by themselves. */
  removed: number;
  /** Messages before this one are not for this person. */
  fromSeq: number;
  readSeq: number;
  muted: number;
  joinedAt: number;
  /** What the room had come to when they joined: who has the smallest one is in it longest. */
  joinSeq: number;
}

export interface ChatMessageRow {
  roomId: string;
  seq: number;
  /** The number of its last change; null: it is as it came. */
  changeSeq: number | null;
  clientId: string;
  authorId: string;
  at: number;
  text: string;
  replyTo: number | null;
  /** JSON, as `upload` and `notice`. */
  mentions: string | null;
  upload: string | null;
  notice: string | null;
  editedAt: number | null;
  /** 'author' or 'host': nothing but the place is left. */
  deleted: string | null;
}

/** Whom a host has taken the word. */
export interface ChatSilenceRow {
  mode: string;
  userId: string;
  /** Null: for good. */
  until: number | null;
}

export interface ChatBlockRow {
  userId: string;
  blockedId: string;
}

/** A file that came for a message. */
export interface ChatUploadRow {
  id: string;
  mode: string;
  roomId: string;
  userId: string;
  /** Hash of the bytes as they came. */
  sha256: string;
  name: string;
  mediaType: string;
  bytes: number;
  /** Of a picture, which has a preview. */
  width: number | null;
  height: number | null;
  /** 1: its bytes are stored, and a message may take it. */
  ready: number;
  /** The message that has it. */
  seq: number | null;
  storedAt: number;
}

/** A message that somebody has shown to the hosts. */
export interface ChatReportRow {
  id: string;
  mode: string;
  roomId: string;
  seq: number;
  /** JSON: as it was then. */
  message: string;
  authorId: string;
  reporterId: string;
  reason: string;
  at: number;
  closedBy: string | null;
  closedAt: number | null;
  /** 'kept' or 'deleted'. */
  outcome: string | null;
}

/** Something that a host did. */
export interface ChatActionRow {
  id: string;
  mode: string;
  kind: string;
  hostId: string;
  personId: string | null;
  roomId: string | null;
  text: string | null;
  at: number;
  until: number | null;
}

export interface ChatTables {
  chatRoom: ChatRoomRow;
  chatMember: ChatMemberRow;
  chatMessage: ChatMessageRow;
  chatSilence: ChatSilenceRow;
  chatBlock: ChatBlockRow;
  chatUpload: ChatUploadRow;
  chatReport: ChatReportRow;
  chatAction: ChatActionRow;
}
