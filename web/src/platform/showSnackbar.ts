import { snackbarMs } from '@foyer/contract/limits';
import { create } from 'zustand';

export type SnackbarTone = 'plain' | 'success' | 'warning' | 'danger';

export interface Snackbar {
  readonly id: number;
  readonly text: string;
  readonly tone: SnackbarTone;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  /** Milliseconds until it hides; 0 for never. */
  readonly timeout: number;
}

export const useSnackbars = create<{ readonly list: readonly Snackbar[] }>(() => ({ list: [] }));

let count = 0;

/**
 * Shows a message under the header, by default for 5 s. Replaces a message with the same text.
 * @returns its id, for `hideSnackbar`
 */
export function showSnackbar(text: string, options: Partial<Omit<Snackbar, 'id' | 'text'>> = {}): number {
  count += 1;
  const snackbar: Snackbar = { tone: 'plain', timeout: snackbarMs, ...options, id: count, text };
  useSnackbars.setState(({ list }) => ({ list: [...list.filter((other) => other.text !== text), snackbar] }));
  return snackbar.id;
}

export const hideSnackbar = (id: number): void =>
  useSnackbars.setState(({ list }) => ({ list: list.filter((snackbar) => snackbar.id !== id) }));
