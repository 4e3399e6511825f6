import type { Extent } from '../../../platform/panZoom/plane.ts';
import { coverViewport, type Viewport } from '../../../platform/panZoom/view.ts';

/** A flat picture always covers the frame. */
export const flatViewport = (picture: Extent, frame: Extent): Viewport => coverViewport(picture, frame, 4);
