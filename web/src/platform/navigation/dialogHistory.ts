/**
 * The browser's history, in which Back closes the dialog on top before it leaves the page (AREA-10). While dialogs are
 * open there is one entry more than the router knows of, a copy of the one below: Back only leaves that. Dialogs whose
 * state stands in the address have entries of their own and need none of this.
 */
import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';
import { popDialog } from '../dialogs.ts';
import { useUi } from '../state/ui.ts';

/** Whether the browser stands on the entry of the dialogs, or is on its way: it goes back and forward in its own time. */
type Place = 'below' | 'on' | 'leaving' | 'returning';

interface EntryState {
  readonly foyerDialogs?: boolean;
  /** The router's name of an entry; the copy has that of its original. */
  readonly __TSR_key?: string;
}

const entry = (): EntryState => (window.history.state ?? {}) as EntryState;

const hasDialogs = (): boolean =>
  useUi.getState().activeDialogStack.some(({ followsAddress }) => !followsAddress);

// The router listens to the window's own functions; these it does not hear.
const pushSilently = (state: EntryState): void => History.prototype.pushState.call(window.history, state, '');
const replaceSilently = (state: EntryState): void =>
  History.prototype.replaceState.call(window.history, state, '');

export function createDialogHistory(): RouterHistory {
  let place: Place = 'below';
  /** Navigations that wait until the entry of the dialogs is left, so that they do not grow on top of it. */
  let waiting: (() => void)[] = [];

  const leave = (): void => {
    place = 'leaving';
    window.history.back();
  };

  const follow = (): void => {
    if (place === 'below' && hasDialogs()) {
      pushSilently({ ...entry(), foyerDialogs: true });
      place = 'on';
    } else if (place === 'on' && (waiting.length > 0 || !hasDialogs())) leave();
  };

  const arriveBelow = (byPerson: boolean): void => {
    place = 'below';
    if (byPerson) popDialog();
    if (byPerson && hasDialogs()) {
      // More dialogs are open: the same entry serves them, too.
      place = 'returning';
      window.history.forward();
      return;
    }
    const navigations = waiting;
    waiting = [];
    for (const navigate of navigations) navigate();
    // What navigates is followed when it has arrived.
    if (navigations.length === 0) follow();
  };

  const onPop = (event: PopStateEvent): void => {
    const { foyerDialogs = false, __TSR_key: key } = entry();
    const wasOn = place === 'on';
    // Forward, to where dialogs once were: there is nothing to see.
    const isStale = foyerDialogs && !hasDialogs();
    const isKnown = key === history.location.state.__TSR_key;
    if (isKnown) event.stopImmediatePropagation();
    if (foyerDialogs) {
      place = 'on';
      if (isStale || waiting.length > 0) leave();
    } else arriveBelow(wasOn && isKnown);
  };

  // A page that is loaded anew stands where it stood, without its dialogs.
  if (entry().foyerDialogs) replaceSilently({ ...entry(), foyerDialogs: false });
  // Before the router, which need not know of what happens on one page.
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

  // One dialog after another is one step; and the router writes its own entries in a microtask, before this one.
  const followSoon = (): void => queueMicrotask(follow);
  useUi.subscribe((now, before) => {
    if (now.activeDialogStack !== before.activeDialogStack) followSoon();
  });
  history.subscribe(followSoon);
  return history;
}
