import { create } from 'zustand';

/** The realtime connection. The page may show outdated data while it is not `online`. */
export interface ConnectionState {
  /** `none`: no user is logged in who could connect. */
  readonly status: 'none' | 'connecting' | 'online' | 'reconnecting';
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
};

export const useConnection = create<ConnectionState>(() => initialConnection);
