import type { GlobalErrorCode } from '@foyer/contract';
import { create } from 'zustand';

export interface GlobalError {
  readonly hasErrors: boolean;
  readonly code: GlobalErrorCode | null;
  readonly message: string;
  /** Identifies the request in the server's log. */
  readonly requestId?: string | undefined;
}

export interface ErrorsState {
  readonly globalError: GlobalError;
  /** The error dialog is shown only at 0. */
  readonly suppressDefaultErrorDialog: number;
}

const noError: GlobalError = { hasErrors: false, code: null, message: '' };

export const initialErrors: ErrorsState = { globalError: noError, suppressDefaultErrorDialog: 0 };

export const useErrors = create<ErrorsState>(() => initialErrors);

export const raiseGlobalError = (code: GlobalErrorCode, message: string, requestId?: string): void =>
  useErrors.setState({ globalError: { hasErrors: true, code, message, requestId } });

export const clearGlobalError = (): void => useErrors.setState({ globalError: noError });

/** Increments or decrements the counter, never below 0, so that several callers may suppress at once. */
export const suppressDefaultErrorDialog = (on: boolean): void =>
  useErrors.setState(({ suppressDefaultErrorDialog: count }) => ({
    suppressDefaultErrorDialog: Math.max(0, count + (on ? 1 : -1)),
  }));

export const isErrorDialogVisible = ({
  globalError,
  suppressDefaultErrorDialog: count,
}: ErrorsState): boolean => globalError.hasErrors && count === 0;
