/**
 * A stretch of a room's messages, and how far all that happened in the room is known. Every change of a room has a
 * number: whoever knows all up to one takes the next, and nothing else. Pure.
 */
import type { ChatMessage } from '@foyer/contract';

export interface Timeline {
  /** By `seq`. */
  readonly messages: readonly ChatMessage[];
  /** Every change up to this number is known. */
  readonly upTo: number;
  /** Whether there are messages before and after these. */
  readonly older: boolean;
  readonly newer: boolean;
  /** The latest of messages that changed while they were not among these. */
  readonly elsewhere: ReadonlyMap<number, ChatMessage>;
}

/** A change as it is told, in the order of `seq`. */
export interface Change {
  readonly seq: number;
  readonly message: ChatMessage;
}

export interface Page {
  readonly messages: readonly ChatMessage[];
  readonly older: boolean;
  readonly newer: boolean;
  readonly upTo: number;
}

/** Whoever reads on and on keeps so many; what lies further off is read again. */
export const mostKept = 2_000;
/** While a room goes on, what is far above is let go of by so many at a time. */
export const letGo = 200;

/** The number of what last happened to a message. */
export const numberOf = ({ seq, changeSeq }: ChatMessage): number => changeSeq ?? seq;

const latest = (one: ChatMessage, other: ChatMessage | undefined): ChatMessage =>
  other !== undefined && numberOf(other) > numberOf(one) ? other : one;

export function timelineOf(page: Page): Timeline {
  return { ...page, elsewhere: new Map() };
}

function put(timeline: Timeline, message: ChatMessage): Timeline {
  const { messages, newer } = timeline;
  const at = messages.findLastIndex(({ seq }) => seq <= message.seq);
  const known = messages[at];
  if (known?.seq === message.seq) return { ...timeline, messages: messages.with(at, latest(known, message)) };
  const isNext = at === messages.length - 1 && !newer;
  const isWithin = at >= 0 && at < messages.length - 1;
  if (isNext || isWithin) return bounded({ ...timeline, messages: messages.toSpliced(at + 1, 0, message) });
  // Of what is new the page that brings it knows all.
  if (message.changeSeq === undefined) return timeline;
  return { ...timeline, elsewhere: new Map(timeline.elsewhere).set(message.seq, message) };
}

function bounded(timeline: Timeline): Timeline {
  const { messages } = timeline;
  if (messages.length < mostKept + letGo) return timeline;
  return { ...timeline, messages: messages.slice(-mostKept), older: true };
}

/** What a change makes of it; `gap`: there is one before it that is not known. */
export function withChange(timeline: Timeline, { seq, message }: Change): Timeline | 'gap' {
  if (seq <= timeline.upTo) return timeline;
  if (seq > timeline.upTo + 1) return 'gap';
  return { ...put(timeline, message), upTo: seq };
}

/** What came or changed since, told by the last number of each message. */
export function withMissed(timeline: Timeline, messages: readonly ChatMessage[], upTo: number): Timeline {
  const all = messages.reduce(put, timeline);
  return { ...all, upTo: Math.max(timeline.upTo, upTo) };
}

/** The page before or after these messages. */
export function withPage(timeline: Timeline, page: Page, side: 'older' | 'newer'): Timeline {
  const { messages, elsewhere, upTo } = timeline;
  const first = messages[0]?.seq ?? Infinity;
  const last = messages.at(-1)?.seq ?? -Infinity;
  const come = page.messages
    .filter(({ seq }) => (side === 'older' ? seq < first : seq > last))
    .map((message) => latest(message, elsewhere.get(message.seq)));
  if (side === 'older') {
    const all = [...come, ...messages];
    const newer = timeline.newer || all.length > mostKept;
    return { ...timeline, messages: all.slice(0, mostKept), older: page.older, newer };
  }
  // What came while the page was on its way was not kept: there is more.
  const all = [...messages, ...come];
  const older = timeline.older || all.length > mostKept;
  return { ...timeline, messages: all.slice(-mostKept), older, newer: page.newer || page.upTo < upTo };
}
