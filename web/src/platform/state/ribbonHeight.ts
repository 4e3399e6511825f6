import { create } from 'zustand';

/** The height of the ribbon of the stage, in pixels; 0 on live pages. */
export const useRibbonHeight = create<{ readonly px: number }>(() => ({ px: 0 }));
