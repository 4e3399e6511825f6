import { createContext } from 'react';

/** `panel`: over the picture of the area. `page`: on a page of its own (ROUTE-06). */
export const MeetingPlace = createContext<'panel' | 'page'>('panel');
