/** Lists for hosts, loaded page by page. */
import {
  listModerationLog,
  listChatReports,
  type ModerationLogEntry,
  type ChatReport,
} from '@foyer/contract';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../platform/api/client.ts';

interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}
type Load<Item> = (before: string | undefined) => Promise<PageOf<Item>>;

const callOptions = { report: 'console', keepsSession: true } as const;

const reportsOf =
  (state: 'open' | 'closed'): Load<ChatReport> =>
  async (before) => {
    const query = { state, ...(before !== undefined && { before }) };
    const { reports, hasMore } = await call(listChatReports, { ...callOptions, query });
    return { items: reports, hasMore };
  };

export const loadReports = { open: reportsOf('open'), closed: reportsOf('closed') } as const;

export const loadLog: Load<ModerationLogEntry> = async (before) => {
  const query = { ...(before !== undefined && { before }) };
  const { entries, hasMore } = await call(listModerationLog, { ...callOptions, query });
  return { items: entries, hasMore };
};

export interface PagedList<Item> extends PageOf<Item> {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly loadMore: () => void;
  readonly reload: () => void;
  readonly remove: (id: string) => void;
}

/**
 * Loads a list page by page.
 * @param count the current number of items on the server; the list is loaded again when it differs from what is shown
 */
export function usePagedList<Item extends { readonly id: string }>(
  load: Load<Item>,
  count?: number,
): PagedList<Item> {
  const [page, setPage] = useState<PageOf<Item>>({ items: [], hasMore: false });
  const [status, setStatus] = useState<PagedList<Item>['status']>('loading');
  /** The last request; without `before`, the first page. */
  const [request, setRequest] = useState<{ readonly before?: string | undefined }>({});
  useEffect(() => {
    let isCurrent = true;
    const read = async ({ before }: typeof request): Promise<void> => {
      try {
        const { items, hasMore } = await load(before);
        if (!isCurrent) return;
        setPage((shown) => ({ items: before === undefined ? items : [...shown.items, ...items], hasMore }));
        setStatus('ready');
      } catch {
        if (isCurrent) setStatus('failed');
      }
    };
    void read(request);
    return () => {
      isCurrent = false;
    };
  }, [load, request]);
  const lastCount = useRef(count);
  const { length } = page.items;
  useEffect(() => {
    const before = lastCount.current;
    lastCount.current = count;
    // An item that this list removed itself changes both numbers and needs no reload.
    if (before !== undefined && count !== undefined && (count > before || count < length)) setRequest({});
  }, [count, length]);
  const loadFrom = (before?: string): void => {
    setStatus('loading');
    setRequest({ before });
  };
  return {
    ...page,
    status,
    loadMore: () => loadFrom(page.items.at(-1)?.id),
    reload: () => loadFrom(),
    remove: (id) =>
      setPage(({ items, hasMore }) => ({ items: items.filter((item) => item.id !== id), hasMore })),
  };
}
