import type { LiveFigures } from '@foyer/contract';
import { useMemo, useState } from 'react';
import { useVenue } from '../../platform/state/venue.ts';
import { positionedAreas } from '../../widgets/FloorplanWidget/floorplanAreas.ts';
import { PlanPicture } from '../../widgets/FloorplanWidget/PlanPicture.tsx';
import styles from './liveFigures.module.css';
import { useVenueNames } from './useVenueNames.ts';

/** The people in each area on the picture of the floorplan; nothing if the venue has no such picture. */
export function AreasOnPlan({ live }: { readonly live: LiveFigures }) {
  const architecture = useVenue((state) => state.architecture);
  const pictureId = architecture?.floorplan?.assetId;
  const picture = useVenue((state) => (pictureId === undefined ? undefined : state.assets.get(pictureId)));
  const names = useVenueNames();
  const [hasFailed, setHasFailed] = useState(false);
  const areas = useMemo(() => {
    const counts = new Map(live.areas.map(({ areaId, people }) => [areaId, people]));
    return (architecture ? positionedAreas(architecture) : []).map(({ area, x, y }) => ({
      area,
      x,
      y,
      name: names.area(area.id).text,
      subtitle: '',
      isCurrent: false,
      attendeeCount: counts.get(area.id) ?? 0,
      happening: undefined,
    }));
  }, [architecture, live, names]);
  if (!picture || hasFailed) return null;
  return (
    <div className={`${styles.plan} @container`}>
      <PlanPicture areas={areas} picture={picture} onFailure={() => setHasFailed(true)} />
    </div>
  );
}
