import { create } from 'zustand';

/** The providers that the user has allowed until leaving an area. */
export const useAllowedOnce = create<{
  readonly areaId: string | null;
  readonly providers: readonly string[];
}>(() => ({ areaId: null, providers: [] }));
