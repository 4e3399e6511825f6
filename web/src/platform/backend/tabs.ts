/** The tabs of a browser share a session: they renew it one at a time and broadcast the result. */
import type { IssuedIdToken } from '@foyer/contract';

/**
 * `token`: a session was opened or renewed, by a page with this base path. `signedOut`: a session was ended; the id is
 * missing in messages of the version before.
 */
export type TabMessage =
  | { readonly type: 'token'; readonly base: string; readonly session: IssuedIdToken }
  | { readonly type: 'signedOut'; readonly sessionId?: string | undefined };

export interface Tabs {
  /** Runs the function under a lock that all tabs share. */
  runExclusive<T>(run: () => Promise<T>): Promise<T>;
  broadcast(message: TabMessage): void;
  onMessage(listener: (message: TabMessage) => void): void;
}

const name = 'foyer.session';

/** @returns ends the subscription */
export function onTabMessage(
  listener: (message: TabMessage) => void,
  channel = new BroadcastChannel(name),
): () => void {
  // Messages are not validated: they come from tabs of the same origin, of this version or the one before.
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data));
  return () => channel.close();
}

/** Without Web Locks (insecure origin) tabs may renew at the same time; the server's grace period tolerates that. */
export function browserTabs(): Tabs {
  const channel = new BroadcastChannel(name);
  return {
    runExclusive: (run) => ('locks' in navigator ? navigator.locks.request(name, run) : run()),
    broadcast: channel.postMessage.bind(channel),
    onMessage: (listener) => void onTabMessage(listener, channel),
  };
}
