/** Exports the messages of a room that the user can read: one JSON object per line, the oldest message first. */
import { isBuiltInRoom } from '@foyer/contract';
import { fileNameOf } from '@foyer/contract/fileNames';
import { Readable } from 'node:stream';
import { contentDisposition } from '#platform/files/name';
import type { RawResponse } from '#platform/http/route';
import { type Actor, requireHost } from '../actor.ts';
import type { ChatHistoryStore, ReadableRange } from '../messages/historyStore.ts';
import { toChatMessage } from '../messages/message.ts';
import type { ChatUsers } from '../users.ts';
import type { ChatRooms } from './rooms.ts';
import type { ChatRoomViews } from './roomViews.ts';

export interface ChatRoomExportDeps {
  readonly rooms: ChatRooms;
  readonly views: ChatRoomViews;
  readonly historyStore: ChatHistoryStore;
  readonly users: ChatUsers;
}

const batchSize = 500;

export class ChatRoomExport {
  private readonly deps: ChatRoomExportDeps;

  constructor(deps: ChatRoomExportDeps) {
    this.deps = deps;
  }

  /** Built-in rooms can only be exported by hosts. */
  async export(actor: Actor, roomId: string): Promise<RawResponse> {
    const { rooms, views } = this.deps;
    const { info, range } = await rooms.getReadable(actor, roomId);
    if (isBuiltInRoom(info)) requireHost(actor);
    const room = await views.findOne(actor.mode, actor.uid, roomId);
    const { id, kind, place } = info;
    const { name, otherMember } = room ?? {};
    const head = { room: { id, kind, name, ...place, otherMember } };
    const { areaId, contentPieceId, wallId } = place;
    const title = name ?? otherMember?.name ?? areaId ?? contentPieceId ?? wallId ?? 'chat';
    const fileName = fileNameOf(title, '.jsonl');
    return {
      status: 200,
      headers: {
        'content-type': 'application/jsonl; charset=utf-8',
        'content-disposition': contentDisposition('attachment', fileName),
        'cache-control': 'no-store',
      },
      body: Readable.from(this.lines(head, range)),
    };
  }

  private async *lines(head: object, range: ReadableRange): AsyncIterable<string> {
    yield `${JSON.stringify(head)}\n`;
    const { historyStore, users } = this.deps;
    for (let after = 0, hasMore = true; hasMore;) {
      const { rows, hasNewer } = await historyStore.after(range, after, batchSize);
      const authors = await users.getMany(rows.map(({ authorId }) => authorId));
      for (const row of rows) {
        const { clientId: _, ...message } = toChatMessage(row);
        yield `${JSON.stringify({ ...message, author: authors.get(row.authorId) })}\n`;
      }
      after = rows.at(-1)?.seq ?? after;
      hasMore = hasNewer;
    }
  }
}
