/**
 * A browser history in which Back closes the top dialog before it leaves the page (AREA-10). While dialogs are open there
 * is one additional entry that the router does not know, a copy of the entry below it; Back leaves only that entry. Dialogs
 * whose state is in the URL have entries of their own and are ignored here.
 *
 * Navigations wait for the guards of widgets (GUARD-07). Back and Forward have already changed the entry when the page
 * learns of them: it returns to its own entry while they wait, so that its address stays right.
 */
import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';
import { popDialog } from '../dialogs.ts';
import { useUi } from '../state/ui.ts';
import { guardsOf, hasNavigationGuards, waitForGuards, type Step } from './widgetGuards.ts';

/** Whether the browser is on the entry of the dialogs, below it, or on its way: history navigation is asynchronous. */
type Place = 'below' | 'on' | 'leaving' | 'returning';

interface EntryState {
  readonly foyerDialogs?: boolean;
  /** The router's key of an entry; the copy has the key of its original. */
  readonly __TSR_key?: string;
  /** The router's count of entries, which does not count copies. */
  readonly __TSR_index?: number;
  /** The position among all entries, copies included. */
  readonly foyerPosition?: number;
}

const entry = (): EntryState => (window.history.state ?? {}) as EntryState;

const urlOf = ({ href }: { readonly href: string }): URL => new URL(href, window.location.origin);

const hasDialogs = (): boolean =>
  useUi.getState().activeDialogStack.some(({ followsAddress }) => !followsAddress);

export function createDialogHistory(): RouterHistory {
  let place: Place = 'below';
  let position = entry().foyerPosition ?? 0;
  // The router patches the methods of `window.history` and calls these; it does not notice calls of these alone.
  const pushSilently: History['pushState'] = (state: EntryState, _, url) => {
    position += 1;
    History.prototype.pushState.call(window.history, { ...state, foyerPosition: position }, '', url);
  };
  const replaceSilently: History['replaceState'] = (state: EntryState, _, url) =>
    History.prototype.replaceState.call(window.history, { ...state, foyerPosition: position }, '', url);
  Object.assign(window.history, { pushState: pushSilently, replaceState: replaceSilently });
  /** Navigations that wait until the entry of the dialogs is left, so that their entries are not added above it. */
  let waiting: (() => void)[] = [];

  const leave = (): void => {
    place = 'leaving';
    window.history.back();
  };

  const syncEntry = (): void => {
    if (place === 'below' && hasDialogs()) {
      pushSilently({ ...entry(), foyerDialogs: true }, '');
      place = 'on';
    } else if (place === 'on' && (waiting.length > 0 || !hasDialogs())) leave();
  };

  const onArrivedBelow = (byUser: boolean): void => {
    place = 'below';
    if (byUser) popDialog();
    if (byUser && hasDialogs()) {
      // More dialogs are open: the same entry is used for them.
      place = 'returning';
      window.history.forward();
      return;
    }
    const navigations = waiting;
    waiting = [];
    for (const navigate of navigations) navigate();
    // After a navigation `history.subscribe` syncs the entry.
    if (navigations.length === 0) syncEntry();
  };

  /** Returns to the entry of the page, and repeats the traversal when no guard of what it would end is left. */
  const waitOnPage = (ownPosition: number, step: Step): void => {
    const target = position;
    place = 'leaving';
    window.history.go(ownPosition - target);
    void waitForGuards(guardsOf(step)).then(
      (isBlocked) => !isBlocked && whenBelow(() => go(target - position)),
    );
  };

  const onPop = (event: PopStateEvent): void => {
    const current = history.location.state;
    const step: Step = { from: urlOf(history.location), to: new URL(window.location.href) };
    const before = position;
    if (window.history.state === null) {
      // A new hash adds an entry without a state; the router would count it as the first one. The same hash replaces it.
      if (step.to.href !== step.from.href) position += 1;
      replaceSilently({ __TSR_key: String(Math.random()), __TSR_index: current.__TSR_index + 1 }, '');
    }
    const { foyerDialogs = false, __TSR_key: key, foyerPosition = position } = entry();
    position = foyerPosition;
    const wasOn = place === 'on';
    // Forward to the entry of dialogs that are closed by now.
    const isStale = foyerDialogs && !hasDialogs();
    const isKnown = key === current.__TSR_key;
    const mustWait = !isKnown && position !== before && hasNavigationGuards(guardsOf(step));
    if (isKnown || mustWait) event.stopImmediatePropagation();
    if (mustWait) waitOnPage(before, step);
    else if (foyerDialogs) {
      place = 'on';
      if (isStale || waiting.length > 0) leave();
    } else onArrivedBelow(wasOn && isKnown);
  };

  // After a reload the entry is the same, but the dialogs are closed.
  replaceSilently({ ...entry(), foyerDialogs: false }, '');
  // Registered before the router's listener, which must not see navigations within one page.
  window.addEventListener('popstate', onPop, { capture: true });
  const history = createBrowserHistory();
  const { push, replace, go, back, forward } = history;
  history.block({
    blockerFn: ({ currentLocation, nextLocation }) =>
      waitForGuards(guardsOf({ from: urlOf(currentLocation), to: urlOf(nextLocation) })),
    enableBeforeUnload: () => hasNavigationGuards(),
  });

  const whenBelow = (navigate: () => void): void => {
    if (place === 'below') {
      navigate();
      return;
    }
    waiting.push(navigate);
    if (place === 'on') leave();
  };
  history.push = (...step) => whenBelow(() => push(...step));
  history.replace = (...step) => whenBelow(() => replace(...step));
  history.go = (...step) => whenBelow(() => go(...step));
  history.back = (...step) => whenBelow(() => back(...step));
  history.forward = (...step) => whenBelow(() => forward(...step));

  // In a microtask, so that closing one dialog and opening another is one step, and after the router's own microtask.
  const syncSoon = (): void => queueMicrotask(syncEntry);
  useUi.subscribe((now, before) => {
    if (now.activeDialogStack !== before.activeDialogStack) syncSoon();
  });
  history.subscribe(syncSoon);
  return history;
}
