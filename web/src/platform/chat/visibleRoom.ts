/** Which room somebody looks at, in whichever tab of this browser: each tab tells the others of its own. */
import { isPageFocused, onPageFocusChange } from '../alerts.ts';
import { useChat } from '../state/chat.ts';
import { runEvery } from '../time/timers.ts';

interface Sight {
  readonly tab: string;
  readonly roomId: string | null;
  /** A tab that has just come asks what the others have in sight. */
  readonly asks?: boolean;
}

const name = 'foyer.chat.sight';
/** Told again so often while a room is in sight; of a tab that crashed it holds no longer than this. */
const everyMs = 10_000;
const holdsMs = 25_000;

/** Only one tab has the focus: what was told last counts. */
let elsewhere: (Sight & { readonly until: number }) | null = null;

function roomHere(): string | null {
  const { opened, expanded, roomChats } = useChat.getState();
  return isPageFocused() && opened && expanded ? (roomChats[0] ?? null) : null;
}

/** Whether somebody looks at the room just now, here or in another tab. */
export function isInSight(roomId: string): boolean {
  const isThere = elsewhere?.roomId === roomId && performance.now() < elsewhere.until;
  return isThere || roomHere() === roomId;
}

function hear(sight: Sight): void {
  if (sight.roomId !== null) elsewhere = { ...sight, until: performance.now() + holdsMs };
  else if (elsewhere?.tab === sight.tab) elsewhere = null;
}

/** Tells the other tabs and hears them. Returns what ends it. */
export function watchSight(): () => void {
  const channel = new BroadcastChannel(name);
  const post: (sight: Sight) => void = channel.postMessage.bind(channel);
  const ended = new AbortController();
  const { signal } = ended;
  const tab = crypto.randomUUID();
  let told: string | null = null;
  const tell = (roomId: string | null, asks = false): void => {
    told = roomId;
    post({ tab, roomId, asks });
  };
  const look = (): void => {
    if (roomHere() !== told) tell(roomHere());
  };
  const tellAgain = (): void => {
    if (roomHere() !== null) tell(roomHere());
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Sight>) => {
    hear(data);
    if (data.asks) tellAgain();
  });
  onPageFocusChange(look, signal);
  window.addEventListener('pagehide', () => tell(null), { signal });
  const unsubscribe = useChat.subscribe(look);
  const stopTelling = runEvery(everyMs, tellAgain);
  tell(roomHere(), true);
  return () => {
    unsubscribe();
    ended.abort();
    stopTelling();
    tell(null);
    channel.close();
    elsewhere = null;
  };
}
