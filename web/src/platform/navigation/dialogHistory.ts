/**
 * A browser history in which Back closes the top dialog before it leaves the page (AREA-10). While dialogs are open there
 * is one additional entry that the router does not know, a copy of the entry below it; Back leaves only that entry. Dialogs
 * whose state is in the URL have entries of their own and are ignored here.
 */
import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';
import { popDialog } from '../dialogs.ts';
import { useUi } from '../state/ui.ts';

/** Whether the browser is on the entry of the dialogs, below it, or on its way: history navigation is asynchronous. */
type Place = 'below' | 'on' | 'leaving' | 'returning';

interface EntryState {
  readonly foyerDialogs?: boolean;
  /** The router's key of an entry; the copy has the key of its original. */
  readonly __TSR_key?: string;
}

const entry = (): EntryState => (window.history.state ?? {}) as EntryState;

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

  const onPop = (event: PopStateEvent): void => {
    const { foyerDialogs = false, __TSR_key: key } = entry();
    const wasOn = place === 'on';
    // Forward to the entry of dialogs that are closed by now.
    const isStale = foyerDialogs && !hasDialogs();
    const isKnown = key === history.location.state.__TSR_key;
    if (isKnown) event.stopImmediatePropagation();
    if (foyerDialogs) {
      place = 'on';
      if (isStale || waiting.length > 0) leave();
    } else onArrivedBelow(wasOn && isKnown);
  };

  // After a reload the entry is the same, but the dialogs are closed.
  if (entry().foyerDialogs) replaceSilently({ ...entry(), foyerDialogs: false });
  // Registered before the router's listener, which must not see navigations within one page.
  window.addEventListener('popstate', onPop, { capture: true });
  const history = createBrowserHistory();

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
