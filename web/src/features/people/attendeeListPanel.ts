/** The list of attendees, a side panel. */
import { createSidePanels } from '../../platform/sidePanels.ts';
import type { Visit } from '../../platform/visit/visit.ts';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';

const createAttendeeListPanel = (visit: Visit) => visit.get(createSidePanels).create('presence', 'list');

export const useAttendeeListPanel = () => useVisit().get(createAttendeeListPanel);
