/** A widget that stands in the picture itself and moves with it (AREA-09 EMBEDDED). */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { EmbeddedWidget } from '../../../widgets/EmbeddedWidget.tsx';
import type { FlatCamera } from '../camera/flatCamera.ts';
import type { PanoramaCamera } from '../camera/panoramaCamera.ts';
import type { ThingHotspot } from '../hotspots/hotspot.ts';
import styles from '../area.module.css';
import { embeddedPlace } from './embeddedPlace.ts';

interface Props {
  readonly thing: ThingHotspot & { readonly size: NonNullable<ThingHotspot['size']> };
  readonly camera: FlatCamera | PanoramaCamera;
  readonly areaId: string;
}

export function EmbeddedThing({ thing, camera, areaId }: Props) {
  const wall = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const { position, size } = thing;
  useLayoutEffect(() => {
    const follow = (): void => {
      if (!wall.current || !box.current) return;
      const place = embeddedPlace(position, size, camera);
      // Out of sight it stays reachable for the keyboard, which then turns the view to it.
      box.current.style.opacity = place ? '1' : '0';
      if (!place) return;
      wall.current.style.perspective = place.perspective;
      box.current.style.width = `${place.width}px`;
      box.current.style.height = `${place.height}px`;
      box.current.style.transformOrigin = place.origin;
      box.current.style.transform = place.transform;
    };
    follow();
    return camera.subscribe(follow);
  }, [camera, position, size]);

  useEffect(() => {
    const { current } = box;
    const comeIntoSight = (): void => {
      const { at } = camera.sightOf(position);
      const { width, height } = camera.frame;
      const isInSight = at && at.x > 0 && at.y > 0 && at.x < width && at.y < height;
      if (!isInSight) camera.turnTo(position);
    };
    current?.addEventListener('focusin', comeIntoSight);
    return () => current?.removeEventListener('focusin', comeIntoSight);
  }, [camera, position]);

  return (
    <div ref={wall} className={styles.wall}>
      <div ref={box} className={styles.embedded} role="group" aria-label={thing.name}>
        <EmbeddedWidget active={thing.active} areaId={areaId} />
      </div>
    </div>
  );
}
