/** A widget inside the picture that moves with it (AREA-09 EMBEDDED). */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { EmbeddedWidget } from '../../../widgets/host/EmbeddedWidget.tsx';
import type { FlatCamera } from '../camera/flatCamera.ts';
import type { PanoramaCamera } from '../camera/panoramaCamera.ts';
import type { WidgetHotspot } from '../hotspots/hotspot.ts';
import styles from '../area.module.css';
import { embeddedTransform } from './embeddedTransform.ts';

interface Props {
  readonly hotspot: WidgetHotspot & { readonly size: NonNullable<WidgetHotspot['size']> };
  readonly camera: FlatCamera | PanoramaCamera;
  readonly areaId: string;
}

export function EmbeddedHotspot({ hotspot, camera, areaId }: Props) {
  const perspective = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const { position, size } = hotspot;
  useLayoutEffect(() => {
    const follow = (): void => {
      if (!perspective.current || !box.current) return;
      const transform = embeddedTransform(position, size, camera);
      // Outside of the view the widget stays focusable; focusing it turns the camera to it.
      box.current.style.opacity = transform ? '1' : '0';
      if (!transform) return;
      perspective.current.style.perspective = transform.perspective;
      box.current.style.width = `${transform.width}px`;
      box.current.style.height = `${transform.height}px`;
      box.current.style.transformOrigin = transform.origin;
      box.current.style.transform = transform.transform;
    };
    follow();
    return camera.subscribe(follow);
  }, [camera, position, size]);

  useEffect(() => {
    const { current } = box;
    const turnCameraToWidget = (): void => {
      const { at } = camera.project(position);
      const { width, height } = camera.frame;
      const isVisible = at && at.x > 0 && at.y > 0 && at.x < width && at.y < height;
      if (!isVisible) camera.turnTo(position);
    };
    current?.addEventListener('focusin', turnCameraToWidget);
    return () => current?.removeEventListener('focusin', turnCameraToWidget);
  }, [camera, position]);

  return (
    <div ref={perspective} className={styles.perspective}>
      <div
        ref={box}
        className={styles.embedded}
        role="group"
        tabIndex={-1}
        data-embedded
        aria-label={hotspot.name}
      >
        <EmbeddedWidget active={hotspot.active} areaId={areaId} />
      </div>
    </div>
  );
}
