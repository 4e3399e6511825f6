/** What stands in a conversation, one below the other: days, the line where the new begins, messages, what waits. Pure. */
import type { ChatMessage } from '@foyer/contract';
import type { WaitingMessage } from '../../../platform/chat/chatData.ts';

/** Messages of one person that stand together: the first has the name, the last the face. */
interface Grouped {
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

export type Entry =
  | { readonly kind: 'day'; readonly key: string; readonly at: number }
  | { readonly kind: 'new'; readonly key: string }
  | { readonly kind: 'notice'; readonly key: string; readonly message: ChatMessage }
  | { readonly kind: 'hidden'; readonly key: string; readonly count: number }
  | ({ readonly kind: 'message'; readonly key: string; readonly message: ChatMessage } & Grouped)
  | ({ readonly kind: 'waiting'; readonly key: string; readonly waiting: WaitingMessage } & Grouped);

export interface EntryParts {
  readonly messages: readonly ChatMessage[];
  readonly waiting: readonly WaitingMessage[];
  readonly ownId: string;
  /** The new begins after this number; undefined: nothing is new. */
  readonly newAfter: number | undefined;
  /** Whether there are messages before these: where the new began may be among them. */
  readonly older: boolean;
  readonly blocked: ReadonlyMap<string, unknown>;
}

/** What is said within this time of one person is one breath. */
const breathMs = 5 * 60_000;

const dayOf = (at: number): string => new Date(at).toDateString();
/** The same before and after the server has confirmed it. */
const keyOf = (authorId: string, clientId: string): string => `${authorId} ${clientId}`;

interface Said {
  readonly authorId: string;
  readonly at: number;
}

class Writer {
  readonly entries: Entry[] = [];
  /** Who spoke last, with nothing in between. */
  private said: Said | undefined;
  private day = '';

  goTo(at: number): void {
    const day = dayOf(at);
    if (day === this.day) return;
    this.day = day;
    this.between({ kind: 'day', key: `day ${day}`, at });
  }

  /** Something that is no one's breath. */
  between(entry: Entry): void {
    this.entries.push(entry);
    this.said = undefined;
  }

  hide(key: string): void {
    const before = this.entries.at(-1);
    if (before?.kind === 'hidden')
      this.entries[this.entries.length - 1] = { ...before, count: before.count + 1 };
    else this.between({ kind: 'hidden', key, count: 1 });
  }

  say(said: Said, make: (grouped: Grouped) => Entry): void {
    const goesOn = this.said?.authorId === said.authorId && said.at - this.said.at < breathMs;
    const before = this.entries.at(-1);
    if (goesOn && before && 'isLast' in before) {
      this.entries[this.entries.length - 1] = { ...before, isLast: false };
    }
    this.entries.push(make({ isFirst: !goesOn, isLast: true }));
    this.said = said;
  }
}

export function entriesOf(parts: EntryParts): readonly Entry[] {
  const { messages, waiting, ownId, newAfter = Infinity, older, blocked } = parts;
  const writer = new Writer();
  const isBeginKnown = !older || (messages[0]?.seq ?? 0) <= newAfter;
  let isNew = false;
  for (const message of messages) {
    const { seq, authorId, clientId, at } = message;
    writer.goTo(at);
    if (isBeginKnown && !isNew && seq > newAfter && authorId !== ownId) {
      isNew = true;
      writer.between({ kind: 'new', key: 'new' });
    }
    const key = keyOf(authorId, clientId);
    if (message.notice) writer.between({ kind: 'notice', key, message });
    else if (blocked.has(authorId)) writer.hide(key);
    else writer.say(message, (grouped) => ({ kind: 'message', key, message, ...grouped }));
  }
  const known = new Set(messages.map(({ authorId, clientId }) => keyOf(authorId, clientId)));
  for (const each of waiting) {
    const key = keyOf(ownId, each.clientId);
    if (known.has(key)) continue;
    writer.goTo(each.at);
    writer.say({ authorId: ownId, at: each.at }, (grouped) => ({
      kind: 'waiting',
      key,
      waiting: each,
      ...grouped,
    }));
  }
  return writer.entries;
}
