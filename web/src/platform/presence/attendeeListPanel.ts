/** The list of attendees, a side panel. */
import { createSidePanel } from '../sidePanels.ts';

export const attendeeListPanel = createSidePanel('presence', 'list');
