/**
 * A contiguous range of a room's messages, and the sequence number up to which all changes are applied. Every change of a
 * room has the next sequence number, so a missing number is a gap. Pure functions.
 */
import type { ChatMessage } from '@foyer/contract';

export interface Timeline {
  /** By `seq`. */
  readonly messages: readonly ChatMessage[];
  /** All changes up to this sequence number are applied. */
  readonly throughSeq: number;
  /** Whether the room has messages before and after these. */
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
  /** By `seq`: the latest version of messages outside this range that changed; used when their page is loaded. */
  readonly outsideChanges: ReadonlyMap<number, ChatMessage>;
}

/** A new, edited or deleted message. `seq` is the sequence number of the change. */
export interface Change {
  readonly seq: number;
  readonly message: ChatMessage;
}

export interface Page {
  readonly messages: readonly ChatMessage[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
  readonly throughSeq: number;
}

/** Most messages that are kept while the user scrolls; others are loaded again. */
export const maxMessages = 2_000;
/** When new messages exceed the maximum by this number, the oldest are dropped. */
export const trimBatch = 200;

/** The sequence number of the last change of a message. */
export const latestSeq = ({ seq, updatedSeq }: ChatMessage): number => updatedSeq ?? seq;

/** The version of a message with the latest change. */
export const newerOf = (a: ChatMessage, b: ChatMessage | undefined): ChatMessage =>
  b !== undefined && latestSeq(b) > latestSeq(a) ? b : a;

export function createTimeline(page: Page): Timeline {
  return { ...page, outsideChanges: new Map() };
}

function putMessage(timeline: Timeline, message: ChatMessage): Timeline {
  const { messages, hasNewer } = timeline;
  const at = messages.findLastIndex(({ seq }) => seq <= message.seq);
  const known = messages[at];
  if (known?.seq === message.seq)
    return { ...timeline, messages: messages.with(at, newerOf(known, message)) };
  const isNext = at === messages.length - 1 && !hasNewer;
  // Missed messages are sorted by their latest change, so the first message of the room may be added last.
  const isFirst = at < 0 && !timeline.hasOlder;
  const isWithin = at >= 0 && at < messages.length - 1;
  if (isNext || isFirst || isWithin)
    return trimmed({ ...timeline, messages: messages.toSpliced(at + 1, 0, message) });
  // A new message outside the range comes with its page; only changes must be kept.
  if (message.updatedSeq === undefined) return timeline;
  return { ...timeline, outsideChanges: new Map(timeline.outsideChanges).set(message.seq, message) };
}

function trimmed(timeline: Timeline): Timeline {
  const { messages } = timeline;
  if (messages.length < maxMessages + trimBatch) return timeline;
  return { ...timeline, messages: messages.slice(-maxMessages), hasOlder: true };
}

/** The timeline after a change. `gap`: an earlier change is missing. */
export function withChange(timeline: Timeline, { seq, message }: Change): Timeline | 'gap' {
  if (seq <= timeline.throughSeq) return timeline;
  if (seq > timeline.throughSeq + 1) return 'gap';
  return { ...putMessage(timeline, message), throughSeq: seq };
}

/** The timeline after a gap fill with all messages that were posted or changed since. */
export function withMissed(
  timeline: Timeline,
  messages: readonly ChatMessage[],
  throughSeq: number,
): Timeline {
  const all = messages.reduce(putMessage, timeline);
  return { ...all, throughSeq: Math.max(timeline.throughSeq, throughSeq) };
}

/** The timeline extended by the page before or after its messages. */
export function withPage(timeline: Timeline, page: Page, side: 'older' | 'newer'): Timeline {
  const { messages, outsideChanges, throughSeq } = timeline;
  const first = messages[0]?.seq ?? Infinity;
  const last = messages.at(-1)?.seq ?? -Infinity;
  const added = page.messages
    .filter(({ seq }) => (side === 'older' ? seq < first : seq > last))
    .map((message) => newerOf(message, outsideChanges.get(message.seq)));
  if (side === 'older') {
    const all = [...added, ...messages];
    const hasNewer = timeline.hasNewer || all.length > maxMessages;
    return { ...timeline, messages: all.slice(0, maxMessages), hasOlder: page.hasOlder, hasNewer };
  }
  // Messages posted while the page was loading were not kept, so there are newer ones.
  const all = [...messages, ...added];
  const hasOlder = timeline.hasOlder || all.length > maxMessages;
  return {
    ...timeline,
    messages: all.slice(-maxMessages),
    hasOlder,
    hasNewer: page.hasNewer || page.throughSeq < throughSeq,
  };
}
