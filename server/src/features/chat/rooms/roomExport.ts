/** A room as a file: what one may read of it, one JSON object a line, the oldest message first. */
import { Readable } from 'node:stream';
import { dispositionOf, fileNameOf } from '#platform/files/name';
import type { RawAnswer } from '#platform/http/route';
import { hostOf, type Speaker } from '../actor.ts';
import type { ChatHistoryStore, Reading } from '../messages/historyStore.ts';
import { messageOf } from '../messages/message.ts';
import type { ChatPeople } from '../users.ts';
import { isStanding } from './room.ts';
import type { ChatRooms } from './rooms.ts';
import type { ChatViews } from './roomViews.ts';

export interface ChatExportParts {
  readonly rooms: ChatRooms;
  readonly views: ChatViews;
  readonly history: ChatHistoryStore;
  readonly people: ChatPeople;
}

const rowsAtOnce = 500;

export class ChatExport {
  private readonly parts: ChatExportParts;

  constructor(parts: ChatExportParts) {
    this.parts = parts;
  }

  /** Standing rooms are exported by hosts. */
  async answer(speaker: Speaker, roomId: string): Promise<RawAnswer> {
    const { rooms, views } = this.parts;
    const { facts, reading } = await rooms.read(speaker, roomId);
    if (isStanding(facts)) hostOf(speaker);
    const room = await views.one(speaker.mode, speaker.uid, roomId);
    const { id, kind, name, areaId } = room ?? { ...facts, name: undefined };
    const head = { room: { id, kind, name, areaId, other: room?.other } };
    const fileName = fileNameOf(name ?? room?.other?.name ?? areaId ?? 'chat', '.jsonl');
    return {
      status: 200,
      headers: {
        'content-type': 'application/jsonl; charset=utf-8',
        'content-disposition': dispositionOf('attachment', fileName),
        'cache-control': 'no-store',
      },
      body: Readable.from(this.lines(head, reading)),
    };
  }

  private async *lines(head: object, reading: Reading): AsyncIterable<string> {
    yield `${JSON.stringify(head)}\n`;
    const { history, people } = this.parts;
    for (let after = 0, more = true; more;) {
      const { rows, newer } = await history.after(reading, after, rowsAtOnce);
      const authors = await people.of(rows.map(({ authorId }) => authorId));
      for (const row of rows) {
        const { clientId: _, ...message } = messageOf(row);
        yield `${JSON.stringify({ ...message, author: authors.get(row.authorId) })}\n`;
      }
      after = rows.at(-1)?.seq ?? after;
      more = newer;
    }
  }
}
