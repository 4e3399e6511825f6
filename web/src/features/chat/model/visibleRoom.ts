/** Which chat room the user is looking at, in any tab of this browser. The tabs report it to each other. */
import { isPageFocused, onPageFocusChange } from '../../../platform/alerts.ts';
import { runEvery } from '../../../platform/time/timers.ts';
import { untilAborted } from '../../../platform/untilAborted.ts';
import type { Visit } from '../../../platform/visit/visit.ts';
import { createChat } from './chat.ts';

interface VisibleRoomReport {
  readonly tab: string;
  readonly roomId: string | null;
  /** A new tab asks the others for their visible rooms. */
  readonly requestsReports?: boolean;
}

const channelName = 'foyer.chat.visibleRoom';
/** The report is repeated while a room is visible, and expires, because a tab that crashes cannot withdraw it. */
const repeatEveryMs = 10_000;
const validMs = 25_000;

export interface VisibleRoom {
  /** Whether the user is looking at the room, in this or another tab. */
  readonly is: (roomId: string) => boolean;
}

/** Exchanges reports with the other tabs until the visit ends. */
export function createVisibleRoom(visit: Visit): VisibleRoom {
  const { signal } = visit;
  const { store } = visit.get(createChat);
  /** The last report of another tab. Only one tab has the focus, so the last one counts. */
  let otherTab: (VisibleRoomReport & { readonly until: number }) | undefined;

  function visibleRoomHere(): string | null {
    const { opened, expanded, roomChats } = store.getState();
    return isPageFocused() && opened && expanded ? (roomChats[0] ?? null) : null;
  }

  function onReport(report: VisibleRoomReport): void {
    if (report.roomId !== null) otherTab = { ...report, until: performance.now() + validMs };
    else if (otherTab?.tab === report.tab) otherTab = undefined;
  }

  const channel = new BroadcastChannel(channelName);
  const post: (report: VisibleRoomReport) => void = channel.postMessage.bind(channel);
  const tab = crypto.randomUUID();
  let reported: string | null = null;
  const report = (roomId: string | null, requestsReports = false): void => {
    reported = roomId;
    post({ tab, roomId, requestsReports });
  };
  const reportChange = (): void => {
    const here = visibleRoomHere();
    if (here !== reported) report(here);
  };
  const repeat = (): void => {
    const here = visibleRoomHere();
    if (here !== null) report(here);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<VisibleRoomReport>) => {
    onReport(data);
    if (data.requestsReports) repeat();
  });
  onPageFocusChange(reportChange, signal);
  window.addEventListener('pagehide', () => report(null), { signal });
  untilAborted(signal, store.subscribe(reportChange));
  runEvery(repeatEveryMs, repeat, signal);
  report(visibleRoomHere(), true);
  untilAborted(signal, () => {
    report(null);
    channel.close();
  });

  return {
    is(roomId) {
      const isVisibleThere = otherTab?.roomId === roomId && performance.now() < otherTab.until;
      return isVisibleThere || visibleRoomHere() === roomId;
    },
  };
}
