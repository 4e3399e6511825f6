import { expect, test } from 'vitest';
import type { Hotspot } from '../hotspots/hotspot.ts';
import { initialFlatView, initialPanoramaView } from './initialView.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };
const picture = { width: 2560, height: 1440 };

const doorAt = (position: Hotspot['position'], isHighlighted = false): Hotspot => ({
  kind: 'door',
  id: JSON.stringify(position),
  name: 'Door',
  subtitle: '',
  position,
  opening: undefined,
  targetAreaId: 'there',
  targetViewpointId: undefined,
  happening: undefined,
  isHighlighted,
});
const inPicture = (x: number) => doorAt({ kind: '2D', x, y: 0.4 });
const inPanorama = (yaw: number, isHighlighted?: boolean) =>
  doorAt({ kind: '360', yaw, pitch: 0 }, isHighlighted);
const viewpoint = {
  id: 'main',
  background: { assetId: 'room' },
  doors: [],
  initialView: { yaw: 0, pitch: 2, zoom: 50 },
};

test('on a phone the initial view shows the nearest door, not the wall between two doors', () => {
  expect(initialFlatView([inPicture(0.27), inPicture(0.85)], picture, phone).x).toBe(0.27);
  expect(initialPanoramaView(viewpoint, [inPanorama(-31), inPanorama(40)], phone)).toMatchObject({
    yaw: -31,
    pitch: 2,
  });
});

test('if a door is visible, or there is none, the initial view is that of the venue', () => {
  expect(initialFlatView([inPicture(0.27)], picture, desk).x).toBe(0.5);
  expect(initialPanoramaView(viewpoint, [inPanorama(-31)], desk).yaw).toBe(0);
  expect(initialPanoramaView(viewpoint, [], phone).yaw).toBe(0);
});

test('the highlighted door takes precedence over the nearest one', () => {
  expect(initialPanoramaView(viewpoint, [inPanorama(60), inPanorama(-90, true)], phone).yaw).toBe(-90);
});

test('a portrait screen gets a wider field of view, a landscape screen that of the venue', () => {
  expect(initialPanoramaView(viewpoint, [inPanorama(0)], desk).zoom).toBeCloseTo(50);
  expect(initialPanoramaView(viewpoint, [inPanorama(0)], phone).zoom).toBe(0);
  const tablet = initialPanoramaView(viewpoint, [inPanorama(0)], { width: 820, height: 1100 }).zoom;
  expect(tablet).toBeLessThan(50);
  expect(tablet).toBeGreaterThan(0);
});

test('a visible widget does not prevent turning to a door', () => {
  const widget = { ...inPanorama(0), kind: 'widget' } as unknown as Hotspot;
  expect(initialPanoramaView(viewpoint, [widget, inPanorama(-31)], phone).yaw).toBe(-31);
});
