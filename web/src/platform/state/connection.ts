import { create } from 'zustand';

/** The realtime connection, told honestly: what is shown may be old while it is not `online`. */
export interface ConnectionState {
  /** `none`: nobody is here who could connect. */
  readonly status: 'none' | 'connecting' | 'online' | 'reconnecting';
  /** Since when it is so: milliseconds by the server's clock. */
  readonly since: number;
}

export const initialConnection: ConnectionState = { status: 'none', since: 0 };

export const useConnection = create<ConnectionState>(() => initialConnection);
