/** Which notice greets: is shown by itself over the picture. All others announce themselves in the dock until opened. */
import { create } from 'zustand';
import type { Notice } from './notices.ts';

/** At most one notice greets in this time, so that a visit does not begin with a row of panels. */
const greetingEveryMs = 60_000;

interface Greeting {
  /** The key of the notice that is shown. */
  readonly shownKey: string | undefined;
  readonly lastMs: number;
  /** Versions that arrived too early to greet, as `key version`. */
  readonly announced: ReadonlySet<string>;
}

export const useGreeting = create<Greeting>(() => ({
  shownKey: undefined,
  lastMs: Number.NEGATIVE_INFINITY,
  announced: new Set(),
}));

const versionOf = ({ key, version }: Notice): string => `${key} ${version}`;

/** Lets the first of these notices greet that the user has neither seen nor found announced in the dock. */
export function greet(notices: readonly Notice[], nowMs: number = performance.now()): void {
  const { shownKey, lastMs, announced } = useGreeting.getState();
  const isShown = notices.some(({ key }) => key === shownKey);
  const unseen = notices.filter((notice) => !notice.isSeen && !announced.has(versionOf(notice)));
  const arrived = isShown ? unseen.filter(({ key }) => key !== shownKey) : unseen;
  if (arrived.length === 0) return;
  const mayGreet = !isShown && nowMs - lastMs >= greetingEveryMs;
  const [first] = mayGreet ? arrived : [];
  useGreeting.setState({
    announced: new Set([...announced, ...arrived.filter((notice) => notice !== first).map(versionOf)]),
    ...(first && { shownKey: first.key, lastMs: nowMs }),
  });
}

export const endGreeting = (): void => useGreeting.setState({ shownKey: undefined });
