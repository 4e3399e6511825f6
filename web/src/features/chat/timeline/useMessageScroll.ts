/**
 * The scroll position of a timeline: opens at the first new message or the end, follows new messages at the end, and
 * keeps its place otherwise.
 */
import type { ChatRoom } from '@foyer/contract';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { translate } from '../../../platform/i18n/i18n.ts';
import { createSnackbars } from '../../../platform/snackbars.ts';
import type { TimelineEntry } from './timelineEntries.ts';
import type { Timeline } from '../model/timeline.ts';
import { useChat } from '../useChat.ts';
import type { Visit } from '../../../platform/visit/visit.ts';
import type { MessageTarget } from '../model/viewState.ts';
import { focusMessage, maxFrames } from '../message/focusMessage.ts';
import { createChatView } from '../model/view.ts';
import { createRoomMessages } from '../model/roomMessages.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';

export type MessageVirtualizer = Virtualizer<HTMLDivElement, HTMLDivElement>;

/** Pixels from the end that still count as the end. */
const endSlack = 48;
/** The next page is loaded when this many rows are left before an edge. */
const prefetchRows = 12;

const estimates: Readonly<Record<TimelineEntry['kind'], number>> = {
  day: 44,
  new: 44,
  notice: 36,
  hidden: 36,
  message: 56,
  waiting: 64,
};

export interface MessageScroll {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly virtualizer: MessageVirtualizer;
  /** Undefined until the list has reached its initial position. */
  readonly isAtEnd: boolean | undefined;
  readonly toLatest: () => void;
}

interface MessageScrollInput {
  readonly room: ChatRoom;
  readonly timeline: Timeline;
  readonly entries: readonly TimelineEntry[];
}

interface ShownList extends MessageScrollInput {
  readonly virtualizer: MessageVirtualizer;
}

export function useMessageScroll({ room, timeline, entries }: MessageScrollInput): MessageScroll {
  const scroller = useRef<HTMLDivElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(false);
  const isReached = useFollowsEnd(timeline);
  // oxlint-disable-next-line react/incompatible-library -- its return value is read again in every render
  const virtualizer: MessageVirtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimates[entries[index]?.kind ?? 'message'],
    getItemKey: (index) => entries[index]?.key ?? index,
    anchorTo: 'end',
    followOnAppend: isReached,
    scrollEndThreshold: endSlack,
    overscan: 8,
    onChange: (instance) => {
      // A list that fits entirely is at its end.
      const fits = instance.getTotalSize() <= (instance.scrollRect?.height ?? 0);
      setIsAtEnd(fits || instance.isAtEnd(endSlack));
    },
  });
  const isPlaced = useInitialPosition(virtualizer, entries);
  const toLatest = useScrollToLatest(room.id, timeline, virtualizer);
  useFollowOwnMessages(room.id, toLatest);
  useTargetMessage({ room, timeline, entries, virtualizer });
  useEdgePages({ room, timeline, entries, virtualizer, isPlaced });
  return { scroller, virtualizer, isAtEnd: isPlaced ? isAtEnd : undefined, toLatest };
}

/**
 * Whether appended messages are followed to the end: only if the newest messages were loaded before. A page that leads up
 * to them must not scroll the list.
 */
function useFollowsEnd({ hasNewer }: Timeline): boolean {
  const hadNewer = useDeferredValue(hasNewer);
  return !hadNewer && !hasNewer;
}

function useScrollToLatest(
  roomId: string,
  { hasNewer }: Timeline,
  virtualizer: MessageVirtualizer,
): () => void {
  const roomMessages = useVisit().get(createRoomMessages);
  return useCallback(() => {
    const toEnd = (): void => virtualizer.scrollToEnd();
    if (hasNewer) void roomMessages.jumpTo(roomId).then(toEnd);
    else toEnd();
  }, [roomId, hasNewer, virtualizer, roomMessages]);
}

/** After this many frames without movement, the list has reached its position. */
const settledFrames = 3;

/** Calls back when the list no longer moves. Returns a function that cancels it. */
function onceSettled(virtualizer: MessageVirtualizer, call: () => void): () => void {
  let left = maxFrames;
  let settled = 0;
  let before = '';
  const look = (): void => {
    const now = `${virtualizer.scrollOffset} of ${virtualizer.getTotalSize()}`;
    settled = now === before ? settled + 1 : 0;
    before = now;
    left -= 1;
    if (left === 0 || settled === settledFrames) call();
    else frame = requestAnimationFrame(look);
  };
  let frame = requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);
}

/**
 * Scrolls to the first new message, or to the end.
 * @returns whether the position is reached: before that, row heights are estimates and the end is not known
 */
function useInitialPosition(virtualizer: MessageVirtualizer, entries: readonly TimelineEntry[]): boolean {
  const [isPlaced, setIsPlaced] = useState(false);
  const hasStarted = useRef(false);
  useLayoutEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    const from = entries.findIndex(({ kind }) => kind === 'new');
    if (from > 0) virtualizer.scrollToIndex(from, { align: 'start' });
    else virtualizer.scrollToEnd();
  }, [virtualizer, entries]);
  useEffect(() => onceSettled(virtualizer, () => setIsPlaced(true)), [virtualizer]);
  return isPlaced;
}

/** Scrolls to the end when the user posts a message. */
function useFollowOwnMessages(roomId: string, toLatest: () => void): void {
  const writtenAt = useChat(({ outbox }) => outbox.findLast((each) => each.roomId === roomId)?.at ?? 0);
  const before = useRef(writtenAt);
  useEffect(() => {
    if (writtenAt <= before.current) return;
    before.current = writtenAt;
    toLatest();
  }, [writtenAt, toLatest]);
}

/** Loads the messages around a message, or shows that it does not exist; shows nothing after an abort. */
async function jumpToTarget(
  visit: Visit,
  { roomId, seq }: MessageTarget,
  { signal }: AbortController,
): Promise<void> {
  const result = await visit.get(createRoomMessages).jumpTo(roomId, seq);
  if (signal.aborted || result === 'found') return;
  visit.get(createChatView).clearTarget();
  visit
    .get(createSnackbars)
    .show(translate('chat')(result === 'notFound' ? 'message.unavailable' : 'actionFailed'), {
      tone: 'warning',
    });
}

/** Scrolls to a requested message and highlights it briefly. */
function useTargetMessage({ room, timeline, entries, virtualizer }: ShownList): void {
  const visit = useVisit();
  const target = useChat((state) => state.target);
  const seq = target?.roomId === room.id ? target.seq : undefined;
  const at = entries.findIndex((entry) => entry.kind === 'message' && entry.message.seq === seq);
  const isKnown = timeline.messages.some((message) => message.seq === seq);
  useEffect(() => {
    if (seq === undefined) return undefined;
    if (!isKnown) {
      const aborter = new AbortController();
      void jumpToTarget(visit, { roomId: room.id, seq }, aborter);
      return () => aborter.abort();
    }
    visit.get(createChatView).clearTarget();
    if (at < 0) return undefined;
    virtualizer.scrollToIndex(at, { align: 'center' });
    focusMessage(() => virtualizer.scrollElement, seq);
    return undefined;
  }, [seq, isKnown, at, room.id, virtualizer, visit]);
}

/** Loads the next page near an edge, once the list has reached its initial position. */
function useEdgePages({
  room,
  timeline,
  entries,
  virtualizer,
  isPlaced,
}: ShownList & { readonly isPlaced: boolean }): void {
  const roomMessages = useVisit().get(createRoomMessages);
  const { id } = room;
  const { messages, hasOlder, hasNewer } = timeline;
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? Infinity;
  const last = items.at(-1)?.index ?? -1;
  const oldest = isPlaced && first < prefetchRows && hasOlder ? messages[0]?.seq : undefined;
  const newest =
    isPlaced && last > entries.length - prefetchRows && hasNewer ? messages.at(-1)?.seq : undefined;
  useEffect(() => {
    if (oldest !== undefined) void roomMessages.loadPage(id, 'older');
    else if (newest !== undefined) void roomMessages.loadPage(id, 'newer');
  }, [oldest, newest, id, roomMessages]);
}
