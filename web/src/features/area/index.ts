export { AreaScreen } from './AreaScreen.tsx';
export type { Hotspot } from './hotspots/hotspot.ts';
export { useHotspotsOf } from './hotspots/useHotspots.ts';
