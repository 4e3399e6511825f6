/** The list of attendees, a side panel. */
import { createSidePanel } from '../sidePanels.ts';

export const presencePanel = createSidePanel('presence', 'list');
