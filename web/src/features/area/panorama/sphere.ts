/** The panorama viewer, a chunk of its own: it draws, and our camera says what. */
import {
  EquirectangularAdapter,
  utils,
  Viewer,
  type EquirectangularPanorama,
} from '@photo-sphere-viewer/core';
import '@photo-sphere-viewer/core/index.css';
import { closestFov, widestFov, type PanoramaView } from '../geometry/panoramaView.ts';

export interface Sphere {
  show(view: PanoramaView): void;
  destroy(): void;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/**
 * The viewer would fetch a picture, decode it in the page's own thread, and write its own words over a bad one. It
 * gets one that was decoded beside the page instead, upside down as the graphics card wants it.
 */
const decodedAdapter = (bitmap: ImageBitmap) =>
  class extends EquirectangularAdapter {
    static override readonly id = 'decoded';

    override loadTexture(panorama: string | EquirectangularPanorama) {
      const texture = utils.createTexture(bitmap);
      texture.flipY = false;
      const { width, height } = bitmap;
      return Promise.resolve({
        panorama,
        texture,
        panoData: {
          isEquirectangular: true as const,
          fullWidth: width,
          fullHeight: height,
          croppedWidth: width,
          croppedHeight: height,
          croppedX: 0,
          croppedY: 0,
        },
      });
    }
  };

/**
 * @param picture the bytes of an equirectangular picture
 * @param camera its view is the first one
 * @param drawn called when the first view stands on the screen
 * @returns undefined where nobody wanted it any more by the time the picture was decoded
 */
export async function openSphere(
  container: HTMLElement,
  picture: Blob,
  camera: { readonly view: PanoramaView },
  { signal, drawn }: { readonly signal: AbortSignal; readonly drawn: () => void },
): Promise<Sphere | undefined> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'flipY' });
  if (signal.aborted) {
    bitmap.close();
    return undefined;
  }
  const { view } = camera;
  const viewer = new Viewer({
    container,
    adapter: decodedAdapter(bitmap),
    panorama: 'decoded',
    navbar: false,
    keyboard: false,
    mousemove: false,
    mousewheel: false,
    moveInertia: false,
    minFov: closestFov,
    maxFov: widestFov,
    defaultYaw: radians(view.yaw),
    defaultPitch: radians(view.pitch),
    defaultZoomLvl: view.zoom,
    loadingTxt: '',
    canvasBackground: 'transparent',
  });
  // Keys reach the picture around it; nothing in here is for a person to land on.
  viewer.container.tabIndex = -1;
  viewer.addEventListener('ready', drawn, { once: true });
  return {
    show({ yaw, pitch, zoom }) {
      if (!viewer.state.ready) return;
      viewer.rotate({ yaw: radians(yaw), pitch: radians(pitch) });
      viewer.zoom(zoom);
    },
    destroy() {
      viewer.destroy();
      bitmap.close();
    },
  };
}
