import { snackbarMs } from '@foyer/contract/limits';
import { createStore, useStore, type StoreApi } from 'zustand';
import { useVisit } from './visit/VisitProvider.tsx';

export type SnackbarTone = 'plain' | 'success' | 'warning' | 'danger';

export interface Snackbar {
  /** Unique in its visit. */
  readonly id: number;
  readonly text: string;
  readonly tone: SnackbarTone;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  /** Milliseconds until it hides; 0 for never. */
  readonly timeout: number;
}

interface SnackbarsState {
  readonly list: readonly Snackbar[];
}

export interface Snackbars {
  readonly store: StoreApi<SnackbarsState>;
  /**
   * Shows a message under the header, by default for 5 s. Replaces a message with the same text.
   * @returns its id, for `hide`
   */
  readonly show: (text: string, options?: Partial<Omit<Snackbar, 'id' | 'text'>>) => number;
  readonly hide: (id: number) => void;
}

/** The messages of a visit. Those that arrive after its end are never shown, because the page shows the next visit's. */
export function createSnackbars(): Snackbars {
  const store = createStore<SnackbarsState>(() => ({ list: [] }));
  let count = 0;
  return {
    store,
    show(text, options) {
      count += 1;
      const snackbar: Snackbar = { tone: 'plain', timeout: snackbarMs, ...options, id: count, text };
      store.setState(({ list }) => ({ list: [...list.filter((other) => other.text !== text), snackbar] }));
      return snackbar.id;
    },
    hide: (id) => store.setState(({ list }) => ({ list: list.filter((snackbar) => snackbar.id !== id) })),
  };
}

export const useSnackbars = <T>(selector: (state: SnackbarsState) => T): T =>
  useStore(useVisit().get(createSnackbars).store, selector);

/** Returns the function that shows a message in the visit of the component, however late it is called. */
export const useShowSnackbar = (): Snackbars['show'] => useVisit().get(createSnackbars).show;
