import { useEffect, type RefObject } from 'react';
import type { Camera } from '../camera/camera.ts';

/** Tells the camera the size of what it fills. It begins with the screen's own, so nothing has to be measured at once. */
export function useFrame(frame: RefObject<HTMLElement | null>, camera: Camera): void {
  useEffect(() => {
    const { current } = frame;
    if (!current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) camera.resize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [frame, camera]);
}
