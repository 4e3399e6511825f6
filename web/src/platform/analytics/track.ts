/** Collects what the user does at the event (TRACK-02). The tracker, which is downloaded later, sends it. */
import type {
  AnalyticsAction,
  AnalyticsCategory,
  AnalyticsSubject,
  AnalyticsSubjectOf,
} from '@foyer/contract';

export interface TrackedPageView {
  readonly url: string;
  readonly title: string;
}

export interface TrackedEvent {
  readonly category: AnalyticsCategory;
  readonly action: AnalyticsAction;
  readonly subject: AnalyticsSubject;
}

/** The local storage key of the visitor id, which recognizes a browser after tracking consent (TRACK-03). */
export const visitorIdKey = 'foyer.visitorId';

/** `at` is milliseconds since 1970 by the clock of the browser. */
export type Tracked = (TrackedPageView | TrackedEvent) & { readonly at: number };

/** How many wait for the tracker, and in it. Above it, the newest are dropped. */
export const waitingMax = 500;

const waiting: Tracked[] = [];
let receive = (tracked: Tracked): void => {
  if (waiting.length < waitingMax) waiting.push(tracked);
};

export const trackPageView = (url: string, title: string): void => receive({ url, title, at: Date.now() });

export const track = <C extends AnalyticsCategory>(
  category: C,
  action: AnalyticsAction<C>,
  subject: AnalyticsSubjectOf<NoInfer<C>> = {},
): void => receive({ category, action, subject, at: Date.now() });

/** Passes on what has waited, and everything from now on. */
export function setTrackReceiver(receiver: (tracked: Tracked) => void): void {
  receive = receiver;
  for (const tracked of waiting.splice(0)) receiver(tracked);
}
