import { snackbarMs } from '@foyer/contract/limits';
import { createStore, useStore, type StoreApi } from 'zustand';
import { currentVisit } from './visit/currentVisit.ts';
import { useVisit } from './visit/VisitProvider.tsx';

export type SnackbarTone = 'plain' | 'success' | 'warning' | 'danger';

export interface Snackbar {
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

/** A part of the visit: the next user does not see the messages of the previous one. */
const createSnackbars = (): StoreApi<SnackbarsState> => createStore(() => ({ list: [] }));

/** Of the current visit. */
export const snackbars = (): StoreApi<SnackbarsState> => currentVisit().get(createSnackbars);

export const useSnackbars = <T>(selector: (state: SnackbarsState) => T): T =>
  useStore(useVisit().get(createSnackbars), selector);

let count = 0;

/**
 * Shows a message under the header, by default for 5 s. Replaces a message with the same text.
 * @returns its id, for `hideSnackbar`
 */
export function showSnackbar(text: string, options: Partial<Omit<Snackbar, 'id' | 'text'>> = {}): number {
  count += 1;
  const snackbar: Snackbar = { tone: 'plain', timeout: snackbarMs, ...options, id: count, text };
  snackbars().setState(({ list }) => ({ list: [...list.filter((other) => other.text !== text), snackbar] }));
  return snackbar.id;
}

export const hideSnackbar = (id: number): void =>
  snackbars().setState(({ list }) => ({ list: list.filter((snackbar) => snackbar.id !== id) }));
