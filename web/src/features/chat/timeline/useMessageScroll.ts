/** Where a conversation stands: at its end while it goes on, at the line of the new when one comes, where one left it else. */
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
import { useChatData } from '../../../platform/chat/chatData.ts';
import { jumpTo, loadPage } from '../../../platform/chat/conversations.ts';
import type { Timeline } from '../../../platform/chat/timeline.ts';
import { translate } from '../../../platform/i18n/i18n.ts';
import { showSnackbar } from '../../../platform/snackbars.ts';
import type { Entry } from './entries.ts';
import { clearTargetMessage, usePanelView } from '../panel/panelView.ts';

export type MessageVirtualizer = Virtualizer<HTMLDivElement, HTMLDivElement>;

/** Pixels from the end that still count as the end. */
const endSlack = 48;
/** So many lines before an edge the page behind it is asked for. */
const prefetchRows = 12;

const estimates: Readonly<Record<Entry['kind'], number>> = {
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
  /** Undefined as long as the list is led to where one begins to read. */
  readonly isAtEnd: boolean | undefined;
  readonly toLatest: () => void;
}

interface MessageScrollInput {
  readonly room: ChatRoom;
  readonly timeline: Timeline;
  readonly entries: readonly Entry[];
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
      // What fits as a whole has no end to go to.
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

/** Whether the stretch went to the newest before what it shows now: a page that leads up to it is not followed to its end. */
function useFollowsEnd({ newer }: Timeline): boolean {
  const wasNewer = useDeferredValue(newer);
  return !wasNewer && !newer;
}

function useScrollToLatest(roomId: string, { newer }: Timeline, virtualizer: MessageVirtualizer): () => void {
  return useCallback(() => {
    const toEnd = (): void => virtualizer.scrollToEnd();
    if (newer) void jumpTo(roomId).then(toEnd);
    else toEnd();
  }, [roomId, newer, virtualizer]);
}

/** A row stands in the page some frames after the list was scrolled to it; so long is looked for it. */
const maxFrames = 60;
/** After so many frames without a move the list stands where it was led to. */
const settledFrames = 3;

/** Calls when the list stands still. Returns what ends the waiting. */
function onceSettled(virtualizer: MessageVirtualizer, call: () => void): () => void {
  let left = maxFrames;
  let still = 0;
  let before = '';
  const look = (): void => {
    const now = `${virtualizer.scrollOffset} of ${virtualizer.getTotalSize()}`;
    still = now === before ? still + 1 : 0;
    before = now;
    left -= 1;
    if (left === 0 || still === settledFrames) call();
    else frame = requestAnimationFrame(look);
  };
  let frame = requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);
}

/**
 * A room is opened where the new begins, else at its end.
 * @returns whether it stands there: until then rows have not their heights, and what is their end is no end
 */
function useInitialPosition(virtualizer: MessageVirtualizer, entries: readonly Entry[]): boolean {
  const [isPlaced, setIsPlaced] = useState(false);
  const isLed = useRef(false);
  useLayoutEffect(() => {
    if (isLed.current) return;
    isLed.current = true;
    const from = entries.findIndex(({ kind }) => kind === 'new');
    if (from > 0) virtualizer.scrollToIndex(from, { align: 'start' });
    else virtualizer.scrollToEnd();
  }, [virtualizer, entries]);
  useEffect(() => onceSettled(virtualizer, () => setIsPlaced(true)), [virtualizer]);
  return isPlaced;
}

/** What one has written oneself is brought into sight, also to whoever reads far above it. */
function useFollowOwnMessages(roomId: string, toLatest: () => void): void {
  const writtenAt = useChatData(({ outbox }) => outbox.findLast((each) => each.roomId === roomId)?.at ?? 0);
  const before = useRef(writtenAt);
  useEffect(() => {
    if (writtenAt <= before.current) return;
    before.current = writtenAt;
    toLatest();
  }, [writtenAt, toLatest]);
}

/** What had the focus before may take it back when it goes: it has come to stay after so many frames. */
const focusedFrames = 4;

function focusMessage(virtualizer: MessageVirtualizer, seq: number): void {
  let left = maxFrames;
  let stayed = 0;
  const look = (): void => {
    const row = virtualizer.scrollElement?.querySelector<HTMLElement>(`[data-seq="${seq}"]`);
    stayed = row && row === document.activeElement ? stayed + 1 : 0;
    if (row && stayed === 0) {
      row.focus({ preventScroll: true });
      row.setAttribute('data-found', '');
      row.addEventListener('animationend', () => row.removeAttribute('data-found'), { once: true });
    }
    left -= 1;
    if (left > 0 && stayed < focusedFrames) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Reads where the message is, or tells that it is not there; not after it has ended. */
async function jumpToTarget(roomId: string, seq: number, { signal }: AbortController): Promise<void> {
  const result = await jumpTo(roomId, seq);
  if (signal.aborted || result === 'found') return;
  clearTargetMessage();
  showSnackbar(translate('chat')(result === 'notFound' ? 'message.gone' : 'notDone'), { tone: 'warning' });
}

/** Leads to a message that was asked for, and marks it for a moment. */
function useTargetMessage({ room, timeline, entries, virtualizer }: ShownList): void {
  const target = usePanelView((view) => view.target);
  const seq = target?.roomId === room.id ? target.seq : undefined;
  const at = entries.findIndex((entry) => entry.kind === 'message' && entry.message.seq === seq);
  const isKnown = timeline.messages.some((message) => message.seq === seq);
  useEffect(() => {
    if (seq === undefined) return undefined;
    if (!isKnown) {
      const ended = new AbortController();
      void jumpToTarget(room.id, seq, ended);
      return () => ended.abort();
    }
    clearTargetMessage();
    if (at < 0) return undefined;
    virtualizer.scrollToIndex(at, { align: 'center' });
    focusMessage(virtualizer, seq);
    return undefined;
  }, [seq, isKnown, at, room.id, virtualizer]);
}

/** Near an edge the page behind it is asked for; not on the way to where the list is opened. */
function useEdgePages({
  room,
  timeline,
  entries,
  virtualizer,
  isPlaced,
}: ShownList & { readonly isPlaced: boolean }): void {
  const { id } = room;
  const { messages, older, newer } = timeline;
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? Infinity;
  const last = items.at(-1)?.index ?? -1;
  const oldest = isPlaced && first < prefetchRows && older ? messages[0]?.seq : undefined;
  const newest = isPlaced && last > entries.length - prefetchRows && newer ? messages.at(-1)?.seq : undefined;
  useEffect(() => {
    if (oldest !== undefined) void loadPage(id, 'older');
    else if (newest !== undefined) void loadPage(id, 'newer');
  }, [oldest, newest, id]);
}
