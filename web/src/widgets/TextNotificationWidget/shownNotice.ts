/** Which notice is shown automatically over the picture. The dock announces all others until they are opened. */
import { createStore, type StoreApi } from 'zustand';
import type { VenueSession } from '../../platform/state/venue.ts';
import type { Notice } from './notices.ts';

/** At most one notice is shown in this time, so that a visit does not begin with a row of panels. */
const showEveryMs = 60_000;

interface ShownNotice {
  /** The key of the notice that is shown. */
  readonly shownKey: string | undefined;
  readonly lastMs: number;
  /** Versions that arrived too early to be shown, as `key version`. */
  readonly announced: ReadonlySet<string>;
}

export const createShownNotice = (): StoreApi<ShownNotice> =>
  createStore<ShownNotice>(() => ({
    shownKey: undefined,
    lastMs: Number.NEGATIVE_INFINITY,
    announced: new Set(),
  }));

const versionOf = ({ key, version }: Notice): string => `${key} ${version}`;

/** Shows the first of these notices that the user has neither seen nor found announced in the dock. */
export function showNextNotice(
  session: VenueSession,
  notices: readonly Notice[],
  nowMs: number = performance.now(),
): void {
  const shown = session.get(createShownNotice);
  const { shownKey, lastMs, announced } = shown.getState();
  const isShown = notices.some(({ key }) => key === shownKey);
  const unseen = notices.filter((notice) => !notice.isSeen && !announced.has(versionOf(notice)));
  const arrived = isShown ? unseen.filter(({ key }) => key !== shownKey) : unseen;
  if (arrived.length === 0) return;
  const mayShow = !isShown && nowMs - lastMs >= showEveryMs;
  const [first] = mayShow ? arrived : [];
  shown.setState({
    announced: new Set([...announced, ...arrived.filter((notice) => notice !== first).map(versionOf)]),
    ...(first && { shownKey: first.key, lastMs: nowMs }),
  });
}

export const hideNotice = (session: VenueSession): void =>
  session.get(createShownNotice).setState({ shownKey: undefined });
