import { createStore, type StoreApi } from 'zustand';

interface LogOutQuestionState {
  readonly isOpen: boolean;
  /** The number of messages that the logout would discard. It stays while the question fades out. */
  readonly unsent: number;
}

/** A part of the visit: whether the user is asked before a logout discards unsent messages. */
export const createLogOutQuestion = (): StoreApi<LogOutQuestionState> =>
  createStore(() => ({ isOpen: false, unsent: 0 }));
