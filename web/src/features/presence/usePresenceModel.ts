import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import { createPresence, type Presence } from './model/presence.ts';

export const usePresenceModel = (): Presence => useVisit().get(createPresence);
