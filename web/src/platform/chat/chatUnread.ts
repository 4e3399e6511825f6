import { create } from 'zustand';

/** The total unread count, shown in the dock and in the title of the tab. */
export const useChatUnread = create<{ readonly count: number }>(() => ({ count: 0 }));
