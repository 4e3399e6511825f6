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
  /** The router's count of entries. */
  readonly __TSR_index?: number;
}

const entry = (): EntryState => (window.history.state ?? {}) as EntryState;

const urlOf = ({ href }: { readonly href: string }): URL => new URL(href, window.location.origin);

const hasDialogs = (): boolean =>
  useUi.getState().activeDialogStack.some(({ followsAddress }) => !followsAddress);

// The router patches the methods of `window.history`; it does not notice calls of the prototype's methods.
const pushSilently = (state: EntryState): void => History.prototype.pushState.call(window.history, state, '');
const replaceSilently = (state: EntryState): void =>
  History.prototype.replaceState.call(window.history, state, '');

export function createDialogHistory(): RouterHistory {
  let place: Place = 'below';
  /** Navigations that wait until the entry of the dialogs is left, so that their entries are not added above it. */
  let waiting: (() => void)[] = [];

  const leave = (): void => {
    place = 'leaving';
    window.history.back();
  };

  const syncEntry = (): void => {
    if (place === 'below' && hasDialogs()) {
      pushSilently({ ...entry(), foyerDialogs: true });
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
  const waitOnPage = (delta: number, step: Step): void => {
    place = 'leaving';
    window.history.go(-delta);
    void waitForGuards(guardsOf(step)).then((isBlocked) => !isBlocked && history.go(delta));
  };

  const onPop = (event: PopStateEvent): void => {
    const current = history.location.state;
    // A new hash adds an entry without a state; the router would count it as the first one.
    if (window.history.state === null)
      replaceSilently({ __TSR_key: String(Math.random()), __TSR_index: current.__TSR_index + 1 });
    const { foyerDialogs = false, __TSR_key: key, __TSR_index: index = 0 } = entry();
    const wasOn = place === 'on';
    // Forward to the entry of dialogs that are closed by now.
    const isStale = foyerDialogs && !hasDialogs();
    const isKnown = key === current.__TSR_key;
    const step: Step = { from: urlOf(history.location), to: new URL(window.location.href) };
    const mustWait = !isKnown && hasNavigationGuards(guardsOf(step));
    if (isKnown || mustWait) event.stopImmediatePropagation();
    if (mustWait) waitOnPage(index - current.__TSR_index, step);
    else if (foyerDialogs) {
      place = 'on';
      if (isStale || waiting.length > 0) leave();
    } else onArrivedBelow(wasOn && isKnown);
  };

  // After a reload the entry is the same, but the dialogs are closed.
  if (entry().foyerDialogs) replaceSilently({ ...entry(), foyerDialogs: false });
  // Registered before the router's listener, which must not see navigations within one page.
  window.addEventListener('popstate', onPop, { capture: true });
  const history = createBrowserHistory();
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
  const { push, replace, go, back, forward } = history;
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
