import { createStore, useStore, type StoreApi } from 'zustand';
import { useVisit } from '../visit/VisitProvider.tsx';

/** The realtime connection. The page may show outdated data while it is not `online`. */
export interface ConnectionState {
  /**
   * `none`: no user is logged in who could connect; `tooManyTabs`: the server has closed the connection, because the user
   * has too many tabs. It is reopened only by `reconnect`.
   */
  readonly status: 'none' | 'connecting' | 'online' | 'reconnecting' | 'tooManyTabs';
  /** Reconnects this tab, on request of the user or while a wall is presented. Set while the status is `tooManyTabs`. */
  readonly reconnect?: (() => void) | undefined;
  /** When the status began: milliseconds since 1970 by the server's clock. */
  readonly since: number;
  /** Changes during the last loss of the connection; undefined while they are still being collected. */
  readonly missed?: Missed | undefined;
  /** A newer version of the venue was published meanwhile. */
  readonly hasNewerVersion?: boolean;
}

/** Number of people who joined and left the list that was shown when the connection was lost. */
export interface Missed {
  readonly joined: number;
  readonly left: number;
}

export const initialConnection: ConnectionState = {
  status: 'none',
  since: 0,
  missed: undefined,
  hasNewerVersion: false,
  reconnect: undefined,
};

/** Whether the page was connected and is not any more. */
export const isLost = ({ status }: Pick<ConnectionState, 'status'>): boolean =>
  status === 'reconnecting' || status === 'tooManyTabs';

/** The state of a visit's connection: apart from it, because the first page shows it before the connection is downloaded. */
export const createConnectionState = (): StoreApi<ConnectionState> =>
  createStore<ConnectionState>(() => initialConnection);

export function useConnection(): ConnectionState;
export function useConnection<T>(selector: (state: ConnectionState) => T): T;
export function useConnection<T>(selector?: (state: ConnectionState) => T): T | ConnectionState {
  const state = useVisit().get(createConnectionState);
  return useStore(state, selector ?? ((all: ConnectionState): T | ConnectionState => all));
}
