import { expect, test } from 'vitest';
import type { Hotspot } from '../hotspots/hotspot.ts';
import { flatArrival, panoramaArrival } from './arrival.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };
const picture = { width: 2560, height: 1440 };

const doorAt = (position: Hotspot['position'], beckons = false): Hotspot => ({
  kind: 'door',
  id: JSON.stringify(position),
  name: 'Door',
  line: '',
  position,
  opening: undefined,
  targetAreaId: 'there',
  targetViewpointId: undefined,
  happening: undefined,
  beckons,
});
const flat = (x: number) => doorAt({ kind: '2D', x, y: 0.4 });
const round = (yaw: number, beckons?: boolean) => doorAt({ kind: '360', yaw, pitch: 0 }, beckons);
const viewpoint = {
  id: 'main',
  background: { assetId: 'room' },
  doors: [],
  initialView: { yaw: 0, pitch: 2, zoom: 50 },
};

test('on a phone one arrives before the nearest door, not before the wall between two', () => {
  expect(flatArrival([flat(0.27), flat(0.85)], picture, phone).x).toBe(0.27);
  expect(panoramaArrival(viewpoint, [round(-31), round(40)], phone)).toMatchObject({ yaw: -31, pitch: 2 });
});

test('where doors are in sight, or there are none, one looks as the venue has it', () => {
  expect(flatArrival([flat(0.27)], picture, desk).x).toBe(0.5);
  expect(panoramaArrival(viewpoint, [round(-31)], desk).yaw).toBe(0);
  expect(panoramaArrival(viewpoint, [], phone).yaw).toBe(0);
});

test('out of sight the door that beckons comes before the nearest', () => {
  expect(panoramaArrival(viewpoint, [round(60), round(-90, true)], phone).yaw).toBe(-90);
});

test('an upright screen gets a wider view, a wide one the venue’s own', () => {
  expect(panoramaArrival(viewpoint, [round(0)], desk).zoom).toBeCloseTo(50);
  expect(panoramaArrival(viewpoint, [round(0)], phone).zoom).toBe(0);
  const tablet = panoramaArrival(viewpoint, [round(0)], { width: 820, height: 1100 }).zoom;
  expect(tablet).toBeLessThan(50);
  expect(tablet).toBeGreaterThan(0);
});

test('a thing in sight does not keep the doors out of it', () => {
  const thing = { ...round(0), kind: 'thing' } as unknown as Hotspot;
  expect(panoramaArrival(viewpoint, [thing, round(-31)], phone).yaw).toBe(-31);
});
