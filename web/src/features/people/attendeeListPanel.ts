/** The list of attendees, a side panel. */
import { createSidePanel } from '../../platform/sidePanels.ts';

export const attendeeListPanel = createSidePanel('presence', 'list');
