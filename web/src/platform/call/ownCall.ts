import { create } from 'zustand';

/** Whether this tab is in a call or about to join one. Films stop for it. */
export const useOwnCall = create<{ readonly isInCall: boolean }>(() => ({ isInCall: false }));
