/** Keyboard focus in the message list: Tab reaches one message, the arrow keys the others, including virtualized ones. */
import { useState, type FocusEvent, type KeyboardEvent } from 'react';
import type { TimelineEntry } from './timelineEntries.ts';
import type { MessageVirtualizer } from './useMessageScroll.ts';

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

const isMessage = (entry: TimelineEntry | undefined): entry is TimelineEntry =>
  entry?.kind === 'message' || entry?.kind === 'waiting';

export interface MessageFocus {
  /** For the element that contains the messages. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  /** Key of the entry that is reachable by Tab. */
  readonly tabStop: string | undefined;
}

export function useMessageFocus(
  entries: readonly TimelineEntry[],
  virtualizer: MessageVirtualizer,
): MessageFocus {
  const [chosen, setChosen] = useState<string>();
  const inPage = virtualizer.getVirtualItems().map(({ index }) => entries[index]);
  const tabStop =
    inPage.find((entry) => entry?.key === chosen)?.key ?? inPage.findLast((entry) => isMessage(entry))?.key;

  const focus = (index: number): boolean => {
    const row = virtualizer.scrollElement?.querySelector<HTMLElement>(`[data-index="${index}"] article`);
    row?.focus({ preventScroll: true });
    return row !== undefined && row !== null;
  };
  const moveTo = (index: number): void => {
    virtualizer.scrollToIndex(index, { align: 'auto' });
    if (!focus(index)) requestAnimationFrame(() => focus(index));
  };
  const indexOf = (target: EventTarget): number => {
    const row = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-index]') : null;
    return row ? Number(row.dataset['index']) : -1;
  };
  return {
    tabStop,
    onFocus: ({ target }) => setChosen(entries[indexOf(target)]?.key),
    onKeyDown(event) {
      const step = steps[event.key];
      const { target } = event;
      const isMessageKey = target instanceof HTMLElement && target.matches('article');
      if (!step || !isMessageKey || event.altKey || event.ctrlKey || event.metaKey) return;
      let index = indexOf(target) + step;
      while (index >= 0 && index < entries.length && !isMessage(entries[index])) index += step;
      event.preventDefault();
      if (isMessage(entries[index])) moveTo(index);
    },
  };
}
