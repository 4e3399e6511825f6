/** Where a conversation stands: at its end while it goes on, at the line of the new when one comes, where one left it else. */
import type { ChatRoom } from '@foyer/contract';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { leapTo, readOn } from '../../platform/chat/conversations.ts';
import type { Timeline } from '../../platform/chat/timeline.ts';
import type { Entry } from './entries.ts';
import { messageShown, usePanelView } from './panelView.ts';

export type MessageVirtualizer = Virtualizer<HTMLDivElement, HTMLDivElement>;

/** Pixels from the end that still count as the end. */
const endSlack = 48;
/** So many lines before an edge the page behind it is asked for. */
const early = 12;

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
  readonly isAtEnd: boolean;
  readonly toEnd: () => void;
}

interface Parts {
  readonly room: ChatRoom;
  readonly timeline: Timeline;
  readonly entries: readonly Entry[];
}

export function useMessageScroll({ room, timeline, entries }: Parts): MessageScroll {
  const scroller = useRef<HTMLDivElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  // oxlint-disable-next-line react/incompatible-library -- what it returns is read anew in every render
  const virtualizer: MessageVirtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimates[entries[index]?.kind ?? 'message'],
    getItemKey: (index) => entries[index]?.key ?? index,
    anchorTo: 'end',
    followOnAppend: !timeline.newer,
    scrollEndThreshold: endSlack,
    overscan: 8,
    onChange: (instance) => {
      // What fits as a whole has no end to go to.
      const fits = instance.getTotalSize() <= (instance.scrollRect?.height ?? 0);
      setIsAtEnd(fits || instance.isAtEnd(endSlack));
    },
  });
  const toEnd = useCallback(() => virtualizer.scrollToEnd(), [virtualizer]);
  useBeginning(virtualizer, entries);
  useOwnMessages(entries, toEnd);
  useTarget({ room, timeline, entries, virtualizer });
  usePages(room.id, timeline, virtualizer, entries.length);
  return { scroller, virtualizer, isAtEnd, toEnd };
}

/** A room is opened where the new begins, else at its end. */
function useBeginning(virtualizer: MessageVirtualizer, entries: readonly Entry[]): void {
  const isPlaced = useRef(false);
  useLayoutEffect(() => {
    if (isPlaced.current) return;
    isPlaced.current = true;
    const from = entries.findIndex(({ kind }) => kind === 'new');
    if (from > 0) virtualizer.scrollToIndex(from, { align: 'start' });
    else virtualizer.scrollToEnd();
  }, [virtualizer, entries]);
}

/** What one has written oneself is brought into sight. */
function useOwnMessages(entries: readonly Entry[], toEnd: () => void): void {
  const last = entries.at(-1);
  const written = last?.kind === 'waiting' ? last.key : undefined;
  const before = useRef(written);
  useEffect(() => {
    if (written !== undefined && written !== before.current) toEnd();
    before.current = written;
  }, [written, toEnd]);
}

/** A row stands in the page some frames after the list was scrolled to it; so long is looked for it. */
const mostFrames = 60;
/** What had the focus before may take it back when it goes: it has come to stay after so many frames. */
const stayFrames = 4;

function focusFound(virtualizer: MessageVirtualizer, seq: number): void {
  let left = mostFrames;
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
    if (left > 0 && stayed < stayFrames) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Leads to a message that was asked for, and marks it for a moment. */
function useTarget({
  room,
  timeline,
  entries,
  virtualizer,
}: Parts & { readonly virtualizer: MessageVirtualizer }): void {
  const target = usePanelView((view) => view.target);
  const seq = target?.roomId === room.id ? target.seq : undefined;
  const at = entries.findIndex((entry) => entry.kind === 'message' && entry.message.seq === seq);
  const isKnown = timeline.messages.some((message) => message.seq === seq);
  useEffect(() => {
    if (seq === undefined) return;
    if (!isKnown) {
      void leapTo(room.id, seq);
      return;
    }
    messageShown();
    if (at < 0) return;
    virtualizer.scrollToIndex(at, { align: 'center' });
    focusFound(virtualizer, seq);
  }, [seq, isKnown, at, room.id, virtualizer]);
}

/** Near an edge the page behind it is asked for. */
function usePages(roomId: string, timeline: Timeline, virtualizer: MessageVirtualizer, count: number): void {
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? Infinity;
  const last = items.at(-1)?.index ?? -1;
  const oldest = first < early && timeline.older ? timeline.messages[0]?.seq : undefined;
  const newest = last > count - early && timeline.newer ? timeline.messages.at(-1)?.seq : undefined;
  useEffect(() => {
    if (oldest !== undefined) void readOn(roomId, 'older');
    else if (newest !== undefined) void readOn(roomId, 'newer');
  }, [oldest, newest, roomId]);
}
