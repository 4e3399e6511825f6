/** The tabs of one browser share a session: one renews it at a time, and each hears what became of it. */
import type { OpenedSession } from '@foyer/contract';

/** `token`: somebody signed in or renewed, on the page with this base path. */
export type TabMessage =
  | { readonly type: 'token'; readonly base: string; readonly session: OpenedSession }
  | { readonly type: 'signedOut' };

export interface Tabs {
  /** Runs while no other tab runs what it hands in here. */
  runExclusive<T>(run: () => Promise<T>): Promise<T>;
  broadcast(what: TabMessage): void;
  onMessage(listener: (what: TabMessage) => void): void;
}

const name = 'foyer.session';

/** @returns what ends the listening */
export function onTabMessage(
  listener: (what: TabMessage) => void,
  channel = new BroadcastChannel(name),
): () => void {
  // Tabs of one origin, of one version or the one before: what they say is ours.
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data));
  return () => channel.close();
}

/** Without the Web Locks of a secure origin each tab renews for itself; the server's grace keeps them all. */
export function browserTabs(): Tabs {
  const channel = new BroadcastChannel(name);
  return {
    runExclusive: (run) => ('locks' in navigator ? navigator.locks.request(name, run) : run()),
    broadcast: channel.postMessage.bind(channel),
    onMessage: (listener) => void onTabMessage(listener, channel),
  };
}
