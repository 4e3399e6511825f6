import { create } from 'zustand';

/** What the page tells of calls while the panel of chat is closed: there is one to join, in a room that is not muted. */
export const useCallIndicator = create<{ readonly isThere: boolean }>(() => ({ isThere: false }));
