/** The entries of a room's timeline from top to bottom: days, separator of new messages, messages, unsent ones. Pure functions. */
import type { ChatMessage } from '@foyer/contract';
import type { WaitingMessage } from '../model/chatState.ts';

/** Position in a group of messages by one author: the first shows the name, the last the picture. */
interface Grouped {
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

export type TimelineEntry =
  | { readonly kind: 'day'; readonly key: string; readonly at: number }
  | { readonly kind: 'new'; readonly key: string }
  | { readonly kind: 'notice'; readonly key: string; readonly message: ChatMessage }
  | { readonly kind: 'hidden'; readonly key: string; readonly count: number }
  | ({
      readonly kind: 'message';
      readonly key: string;
      readonly message: ChatMessage;
      /** An own message that all other members have read. */
      readonly isRead: boolean;
    } & Grouped)
  | ({ readonly kind: 'waiting'; readonly key: string; readonly waiting: WaitingMessage } & Grouped);

export interface TimelineInput {
  readonly messages: readonly ChatMessage[];
  readonly waiting: readonly WaitingMessage[];
  readonly ownId: string;
  /** Up to where all other members have read; 0 in rooms without read receipts. */
  readonly othersReadSeq: number;
  /** Messages after this `seq` are new; undefined: none are. */
  readonly newAfter: number | undefined;
  /** Whether the room has older messages, which may include the first new one. */
  readonly hasOlder: boolean;
  readonly blocked: ReadonlyMap<string, unknown>;
}

/** Messages of an author within this time after each other form a group. */
const groupMs = 5 * 60_000;

const dayOf = (at: number): string => new Date(at).toDateString();
/** Stays the same when the server confirms the message. */
const keyOf = (authorId: string, clientId: string): string => `${authorId} ${clientId}`;

interface GroupKey {
  readonly authorId: string;
  readonly at: number;
}

class TimelineBuilder {
  readonly entries: TimelineEntry[] = [];
  /** The last message, unless a separator follows it. */
  private lastGroup: GroupKey | undefined;
  private day = '';

  startDay(at: number): void {
    const day = dayOf(at);
    if (day === this.day) return;
    this.day = day;
    this.addSeparator({ kind: 'day', key: `day ${day}`, at });
  }

  /** Adds an entry that ends the current group. */
  addSeparator(entry: TimelineEntry): void {
    this.entries.push(entry);
    this.lastGroup = undefined;
  }

  addHidden(key: string): void {
    const before = this.entries.at(-1);
    if (before?.kind === 'hidden')
      this.entries[this.entries.length - 1] = { ...before, count: before.count + 1 };
    else this.addSeparator({ kind: 'hidden', key, count: 1 });
  }

  addGrouped(groupKey: GroupKey, make: (grouped: Grouped) => TimelineEntry): void {
    const continuesGroup =
      this.lastGroup?.authorId === groupKey.authorId && groupKey.at - this.lastGroup.at < groupMs;
    const before = this.entries.at(-1);
    if (continuesGroup && before && 'isLast' in before) {
      this.entries[this.entries.length - 1] = { ...before, isLast: false };
    }
    this.entries.push(make({ isFirst: !continuesGroup, isLast: true }));
    this.lastGroup = groupKey;
  }
}

export function buildTimelineEntries(parts: TimelineInput): readonly TimelineEntry[] {
  const { messages, waiting, ownId, othersReadSeq, newAfter = Infinity, hasOlder, blocked } = parts;
  const writer = new TimelineBuilder();
  const isStartKnown = !hasOlder || (messages[0]?.seq ?? 0) <= newAfter;
  let isNew = false;
  for (const message of messages) {
    const { seq, authorId, clientId, at } = message;
    writer.startDay(at);
    if (isStartKnown && !isNew && seq > newAfter && authorId !== ownId) {
      isNew = true;
      writer.addSeparator({ kind: 'new', key: 'new' });
    }
    const key = keyOf(authorId, clientId);
    if (message.notice) writer.addSeparator({ kind: 'notice', key, message });
    else if (blocked.has(authorId)) writer.addHidden(key);
    else {
      const isRead = authorId === ownId && seq <= othersReadSeq;
      writer.addGrouped(message, (grouped) => ({ kind: 'message', key, message, isRead, ...grouped }));
    }
  }
  const known = new Set(messages.map(({ authorId, clientId }) => keyOf(authorId, clientId)));
  for (const each of waiting) {
    const key = keyOf(ownId, each.clientId);
    if (known.has(key)) continue;
    writer.startDay(each.at);
    writer.addGrouped({ authorId: ownId, at: each.at }, (grouped) => ({
      kind: 'waiting',
      key,
      waiting: each,
      ...grouped,
    }));
  }
  return writer.entries;
}
