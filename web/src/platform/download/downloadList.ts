/** The downloads of this tab that run, have failed or were completed recently. Small: it is downloaded with the first area. */
import { create } from 'zustand';

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

/** At most one of each file, in the order in which they were started. */
export const useDownloads = create<{ readonly list: readonly Download[] }>(() => ({ list: [] }));
