import { create } from 'zustand';

/** Whether there is a call to join, in a room with notifications; shown while the chat panel is closed. */
export const useCallIndicator = create<{ readonly hasCall: boolean }>(() => ({ hasCall: false }));
