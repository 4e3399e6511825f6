import type { ConnectionExtensions } from '../../extensions/connection.ts';
import { createPresence } from './model/presence.ts';

export const extensions: ConnectionExtensions = {
  connect: ({ visit, attendees, signal }) => visit.get(createPresence).connect(attendees, signal),
};
