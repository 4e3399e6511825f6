import { operatingMode } from '../base.ts';
import { useVenue } from '../state/venue.ts';

/** The URL of the current area in the other mode: live for a page of the stage, and the stage for a live page. */
export function useOtherModeUrl(): string {
  const architectureId = useVenue(({ architecture }) => architecture?.id);
  const areaId = useVenue(({ currentAreaId }) => currentAreaId);
  const base = operatingMode === 'STAGE' ? '' : '/stage';
  if (architectureId === undefined || areaId === null) return `${base}/`;
  return `${base}/v/${encodeURIComponent(architectureId)}/area/${encodeURIComponent(areaId)}`;
}
