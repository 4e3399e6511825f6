/** The WebGL viewer of panoramas, in a chunk of its own. It only renders; our camera controls the view. */
import {
  EquirectangularAdapter,
  utils,
  Viewer,
  type EquirectangularPanorama,
} from '@photo-sphere-viewer/core';
import '@photo-sphere-viewer/core/index.css';
import { minFov, maxFov, type PanoramaView } from '../geometry/panoramaView.ts';

export interface Sphere {
  show(view: PanoramaView): void;
  destroy(): void;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/**
 * By itself the viewer fetches the picture, decodes it in the main thread, and shows its own error message. This
 * adapter passes it a bitmap that was decoded outside of the main thread, flipped as WebGL needs it.
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
 * @param picture an equirectangular picture
 * @param camera provides the first view
 * @param onDrawn called when the first view is on the screen
 * @returns undefined if aborted before the picture was decoded
 */
export async function openViewer(
  container: HTMLElement,
  picture: Blob,
  camera: { readonly view: PanoramaView },
  { signal, onDrawn }: { readonly signal: AbortSignal; readonly onDrawn: () => void },
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
    minFov: minFov,
    maxFov: maxFov,
    defaultYaw: radians(view.yaw),
    defaultPitch: radians(view.pitch),
    defaultZoomLvl: view.zoom,
    loadingTxt: '',
    canvasBackground: 'transparent',
  });
  // The elements around the viewer handle the keys; it must not receive the focus.
  viewer.container.tabIndex = -1;
  viewer.addEventListener('ready', onDrawn, { once: true });
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
