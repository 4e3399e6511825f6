/** Lists that hosts read, page by page. */
import { listChatActions, listChatReports, type ChatAction, type ChatReport } from '@foyer/contract';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../platform/api/client.ts';

interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly more: boolean;
}
type Load<Item> = (before: string | undefined) => Promise<PageOf<Item>>;

const callOptions = { report: 'console', keepsSession: true } as const;

const reportsOf =
  (state: 'open' | 'closed'): Load<ChatReport> =>
  async (before) => {
    const query = { state, ...(before !== undefined && { before }) };
    const { reports, more } = await call(listChatReports, { ...callOptions, query });
    return { items: reports, more };
  };

export const loadReports = { open: reportsOf('open'), closed: reportsOf('closed') } as const;

export const loadLog: Load<ChatAction> = async (before) => {
  const query = { ...(before !== undefined && { before }) };
  const { actions, more } = await call(listChatActions, { ...callOptions, query });
  return { items: actions, more };
};

export interface PagedList<Item> extends PageOf<Item> {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly loadMore: () => void;
  readonly reload: () => void;
  readonly remove: (id: string) => void;
}

/** @param count what is read anew where it is another one than there is to read */
export function usePagedList<Item extends { readonly id: string }>(
  load: Load<Item>,
  count?: number,
): PagedList<Item> {
  const [page, setPage] = useState<PageOf<Item>>({ items: [], more: false });
  const [status, setStatus] = useState<PagedList<Item>['status']>('loading');
  /** What was asked last. */
  const [asked, setAsked] = useState<{ readonly before?: string | undefined }>({});
  useEffect(() => {
    let isHere = true;
    const read = async ({ before }: typeof asked): Promise<void> => {
      try {
        const { items, more } = await load(before);
        if (!isHere) return;
        setPage((known) => ({ items: before === undefined ? items : [...known.items, ...items], more }));
        setStatus('ready');
      } catch {
        if (isHere) setStatus('failed');
      }
    };
    void read(asked);
    return () => {
      isHere = false;
    };
  }, [load, asked]);
  const known = useRef(count);
  const { length } = page.items;
  useEffect(() => {
    const before = known.current;
    known.current = count;
    // Whoever has taken one off the list knows.
    if (before !== undefined && count !== undefined && (count > before || count < length)) setAsked({});
  }, [count, length]);
  const ask = (before?: string): void => {
    setStatus('loading');
    setAsked({ before });
  };
  return {
    ...page,
    status,
    loadMore: () => ask(page.items.at(-1)?.id),
    reload: () => ask(),
    remove: (id) => setPage(({ items, more }) => ({ items: items.filter((item) => item.id !== id), more })),
  };
}
