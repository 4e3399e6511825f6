import { createStore, type StoreApi } from 'zustand';
import { useVisit } from '../visit/VisitProvider.tsx';

interface LastArea {
  readonly areaId: string | null;
}

/** The area that the user of a visit was in last, for the way back from pages outside of areas (PAGE-01). */
const createLastArea = (): StoreApi<LastArea> => createStore<LastArea>(() => ({ areaId: null }));

export const useLastArea = (): StoreApi<LastArea> => useVisit().get(createLastArea);
