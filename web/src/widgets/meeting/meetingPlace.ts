import { createContext, useContext } from 'react';

/** `panel`: over the picture of the area. `page`: on a page of its own (ROUTE-06). */
export const MeetingPlace = createContext<'panel' | 'page'>('panel');

/** The level of headings below the name of the meeting. */
export const useHeadingLevel = (): 2 | 3 => (useContext(MeetingPlace) === 'page' ? 2 : 3);
