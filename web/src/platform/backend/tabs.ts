/** The tabs of one browser share a session: one renews it at a time, and each hears what became of it. */
import { openedSession } from '@foyer/contract';
import * as z from 'zod/mini';

const news = z.discriminatedUnion('type', [
  z.object({ type: z.literal('token'), base: z.string(), session: openedSession }),
  z.object({ type: z.literal('signedOut') }),
]);
/** `token`: somebody signed in or renewed, on the page with this base path. */
export type TabNews = z.infer<typeof news>;

export interface Tabs {
  /** Runs while no other tab runs what it hands in here. */
  alone<T>(run: () => Promise<T>): Promise<T>;
  tell(what: TabNews): void;
  onNews(listener: (what: TabNews) => void): void;
}

const name = 'foyer.session';

/** Without the Web Locks of a secure origin each tab renews for itself; the server's grace keeps them all. */
export function browserTabs(): Tabs {
  const channel = new BroadcastChannel(name);
  return {
    alone: (run) => ('locks' in navigator ? navigator.locks.request(name, run) : run()),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    tell: (what) => channel.postMessage(what),
    onNews(listener) {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const parsed = z.safeParse(news, data);
        if (parsed.success) listener(parsed.data);
      });
    },
  };
}
