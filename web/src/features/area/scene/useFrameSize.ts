import { useEffect, type RefObject } from 'react';
import type { Camera } from '../camera/camera.ts';

/**
 * Reports the size of the frame to the camera. The camera starts with the size of the screen, so nothing is measured
 * during the first render.
 */
export function useFrameSize(frame: RefObject<HTMLElement | null>, camera: Camera): void {
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
