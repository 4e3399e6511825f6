import { create } from 'zustand';

/** What the page tells of chat while the panel is closed: in the dock, in the title of the tab. */
export const useChatUnread = create<{ readonly count: number }>(() => ({ count: 0 }));
