import { expect, test } from 'vitest';
import { frontView, type PanoramaView } from '../geometry/panoramaView.ts';
import { directionAt } from '../testing/directionAt.ts';
import { paintPanorama, type Pixels } from './paintPanorama.ts';

/** The value of each pixel is its own index, which gives its column and row. */
const panorama = (() => {
  const width = 720;
  const height = 360;
  const data = new Uint32Array(width * height);
  for (let at = 0; at < data.length; at += 1) data[at] = at;
  return { width, height, data };
})();

const painted = (view: PanoramaView): Pixels => {
  const target = { width: 160, height: 100, data: new Uint32Array(16_000) };
  paintPanorama(panorama, view, target);
  return target;
};

test('AREA-11a the painted picture has the same projection as the viewer and the hotspots', () => {
  for (const view of [frontView, { yaw: 120, pitch: 20, zoom: 30 }, { yaw: -179, pitch: -35, zoom: 80 }]) {
    const { data, width, height } = painted(view);
    for (const [x, y] of [
      [4, 5],
      [80, 50],
      [150, 90],
      [20, 80],
    ] as const) {
      const seen = data[y * width + x] ?? 0;
      const direction = directionAt({ x: x + 0.5, y: y + 0.5 }, view, { width, height });
      const column = ((direction.yaw + 180) / 360) * panorama.width;
      const across = Math.abs((seen % panorama.width) - column);
      expect(Math.min(across, panorama.width - across)).toBeLessThan(2);
      expect(
        Math.abs(Math.floor(seen / panorama.width) - ((90 - direction.pitch) / 180) * panorama.height),
      ).toBeLessThan(2);
    }
  }
});

test('looking straight up or across the seam reads no pixel beyond the panorama', () => {
  for (const view of [
    { yaw: 180, pitch: 0, zoom: 0 },
    { yaw: 10, pitch: 80, zoom: 0 },
    { yaw: 10, pitch: -80, zoom: 0 },
  ]) {
    expect(Math.max(...painted(view).data)).toBeLessThan(panorama.data.length);
  }
});
