import { listCapturedMessages, type CapturedMessage, type QueryOf, type ResponseOf } from '@foyer/contract';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../platform/api/client.ts';

export type MessageFilter = Omit<QueryOf<typeof listCapturedMessages>, 'cursor' | 'limit'>;

type Page = ResponseOf<typeof listCapturedMessages>;

export interface MessagesState {
  readonly messages: readonly CapturedMessage[];
  /** Undefined until the first page is loaded. */
  readonly lastPage: Page | undefined;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  /** Loads the newest messages again. */
  readonly reload: () => void;
}

interface Loaded {
  readonly filter: MessageFilter;
  readonly messages: readonly CapturedMessage[];
  readonly hasFailed: boolean;
}

const pageSize = 50;

const fetchPage = (filter: MessageFilter, cursor: string | undefined, signal: AbortSignal): Promise<Page> =>
  call(listCapturedMessages, {
    query: { ...filter, limit: pageSize, ...(cursor !== undefined && { cursor }) },
    signal,
    report: 'console',
    retry: false,
    // A role that has been withdrawn does not end the session.
    keepsSession: true,
  });

/** The captured messages that match a filter, newest first, page by page. */
export function useMessages(filter: MessageFilter): MessagesState {
  const [loaded, setLoaded] = useState<Loaded>();
  const [lastPage, setLastPage] = useState<Page>();
  const [isRequested, setIsRequested] = useState(false);
  const loadNow = useRef<(before: readonly CapturedMessage[], cursor?: string) => void>(undefined);
  useEffect(() => {
    let running: AbortController | undefined;
    const load = async (before: readonly CapturedMessage[], cursor?: string): Promise<void> => {
      running?.abort();
      const controller = new AbortController();
      running = controller;
      try {
        const page = await fetchPage(filter, cursor, controller.signal);
        // A message that was repeated meanwhile may have moved between pages.
        const seen = new Set(before.map(({ id }) => id));
        const added = page.messages.filter(({ id }) => !seen.has(id));
        setLoaded({ filter, messages: [...before, ...added], hasFailed: false });
        setLastPage(page);
      } catch {
        if (controller.signal.aborted) return;
        setLoaded((shown) => ({
          filter,
          messages: shown?.filter === filter ? shown.messages : [],
          hasFailed: true,
        }));
      }
      setIsRequested(false);
    };
    loadNow.current = (before, cursor) => void load(before, cursor);
    void load([]);
    return () => running?.abort();
  }, [filter]);
  const current = loaded?.filter === filter ? loaded : undefined;
  const messages = current?.messages ?? [];
  const cursor = lastPage?.nextCursor;
  const request = (before: readonly CapturedMessage[], after?: string): void => {
    setIsRequested(true);
    loadNow.current?.(before, after);
  };
  return {
    messages,
    lastPage,
    isLoading: isRequested || current === undefined,
    hasFailed: current?.hasFailed ?? false,
    hasMore: current !== undefined && cursor !== undefined,
    loadMore: () => request(messages, cursor),
    reload: () => request([]),
  };
}
