import { create } from 'zustand';

/** The realtime connection, told honestly: what is shown may be old while it is not `online`. */
export interface ConnectionState {
  /** `none`: nobody is here who could connect. */
  readonly status: 'none' | 'connecting' | 'online' | 'reconnecting';
  /** Since when it is so: milliseconds by the server's clock. */
  readonly since: number;
  /** What happened while the line was lost; undefined while that is still being told, or nothing was lost. */
  readonly missed?: Missed | undefined;
  /** A newer version of the venue came out meanwhile. */
  readonly hasNewerVersion?: boolean;
}

/** Of the list of people that was shown when the line was lost. */
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
