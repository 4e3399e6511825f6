import { createStore, useStore, type StoreApi } from 'zustand';
import { useVisit } from '../visit/VisitProvider.tsx';

/** The number of unread messages: apart from the chat, because the title of the first page shows it (GUARD-08). */
export const createUnreadCount = (): StoreApi<number> => createStore(() => 0);

export const useUnreadCount = (): number => useStore(useVisit().get(createUnreadCount));
