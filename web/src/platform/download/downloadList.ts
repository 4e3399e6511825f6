/** The downloads of a visit that run, have failed or were completed recently. Small: it is downloaded with the first area. */
import { createStore, useStore, type StoreApi } from 'zustand';
import { useVisit } from '../visit/VisitProvider.tsx';

export type DownloadState = 'running' | 'waiting' | 'done' | 'failed' | 'gone';

export interface Download {
  readonly assetId: string;
  readonly name: string;
  /** `waiting`: for the network or the server. `gone`: the file does not exist any more. */
  readonly state: DownloadState;
  readonly received: number;
  /** Undefined while it is unknown. */
  readonly total: number | undefined;
}

export interface DownloadListState {
  /** At most one of each file, in the order in which they were started. */
  readonly list: readonly Download[];
}

export const createDownloadList = (): StoreApi<DownloadListState> =>
  createStore<DownloadListState>(() => ({ list: [] }));

export const useDownloads = <T>(selector: (state: DownloadListState) => T): T =>
  useStore(useVisit().get(createDownloadList), selector);
