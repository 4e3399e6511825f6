/** Reads how many comments discussions have. The units that add and delete messages count them (`messageStore.ts`). */
import { operatingModes, type CommentCount, type CommentCounts, type OperatingMode } from '@foyer/contract';
import { oneOf } from '#platform/storage/columns';
import type { Storage } from '#platform/storage/storage';
import type { ChatRoomRow, ChatTables } from '../tables.ts';

/** A media board in a mode. */
export interface Board {
  readonly mode: OperatingMode;
  readonly mediaBoardId: string;
}

/** The comments of a content piece. */
export interface CountedPiece {
  readonly board: Board;
  readonly contentPieceId: string;
  readonly count: CommentCount;
}

const columns = [
  'mode',
  'mediaBoardId',
  'contentPieceId',
  'messageCount',
  'messageCountChanges',
] as const satisfies readonly (keyof ChatRoomRow)[];

export class ChatCommentCountStore {
  private readonly storage: Storage<ChatTables>;

  constructor(storage: Storage<ChatTables>) {
    this.storage = storage;
  }

  /** The counts of a board, without those that have never changed. */
  async ofBoard({ mode, mediaBoardId }: Board): Promise<CommentCounts> {
    const rows = await this.storage.longRead
      .selectFrom('chatRoom')
      .select(columns)
      .where('mode', '=', mode)
      .where('mediaBoardId', '=', mediaBoardId)
      .where('messageCountChanges', '>', 0)
      .execute();
    return Object.fromEntries(
      rows.flatMap(toPieces).map(({ contentPieceId, count }) => [contentPieceId, count]),
    );
  }

  /** The counts of these discussions. Other rooms are skipped. */
  async ofRooms(roomIds: readonly string[]): Promise<CountedPiece[]> {
    const rows = await this.storage.read
      .selectFrom('chatRoom')
      .select(columns)
      .where('id', 'in', [...roomIds])
      .execute();
    return rows.flatMap(toPieces);
  }
}

const toPieces = (row: Pick<ChatRoomRow, (typeof columns)[number]>): CountedPiece[] => {
  const { mode, mediaBoardId, contentPieceId, messageCount, messageCountChanges } = row;
  if (mediaBoardId === null || contentPieceId === null) return [];
  return [
    {
      board: { mode: oneOf(operatingModes, mode), mediaBoardId },
      contentPieceId,
      count: { comments: messageCount, changes: messageCountChanges },
    },
  ];
};
