import type { ViewPoint } from '@foyer/contract';
import { expect, test } from 'vitest';
import { outlineOf, type OutlineDoor, type OutlineEntry, type OutlineThing } from './outline.ts';

const viewpoint = (id: string): ViewPoint => ({ id, background: { assetId: id }, doors: [] });
const door = (target: string, name = target): OutlineDoor => ({
  kind: 'door',
  id: `door-${target}`,
  name,
  subtitle: '',
  targetAreaId: target,
  targetViewpointId: undefined,
  happening: undefined,
  isHighlighted: false,
});
const thing = (id: string): OutlineThing => ({
  kind: 'widget',
  id: `widget-${id}`,
  name: id,
  widget: { id, type: 'ImageWidget', name: id, configurations: [], placements: [] },
  configuration: { id, name: id, cookieProviders: [], assets: [] },
});
const ids = (entries: readonly OutlineEntry[]): string[] => entries.map(({ id }) => id);

test('AREA-02e the outline has doors before things, each in the order of the picture', () => {
  const [section] = outlineOf([viewpoint('main')], () => [
    thing('film'),
    door('hall'),
    thing('wall'),
    door('bar'),
  ]);
  expect(ids(section?.doors ?? [])).toEqual(['door-hall', 'door-bar']);
  expect(ids(section?.things ?? [])).toEqual(['widget-film', 'widget-wall']);
});

test('AREA-02e what an earlier viewpoint told is not told again', () => {
  const seen: Record<string, OutlineEntry[]> = {
    front: [door('hall'), thing('film')],
    back: [door('hall'), door('bar'), thing('film')],
    side: [thing('film')],
  };
  const [front, back, side] = outlineOf(['front', 'back', 'side'].map(viewpoint), ({ id }) => seen[id] ?? []);
  expect(ids(front?.doors ?? [])).toEqual(['door-hall']);
  expect(ids(back?.doors ?? [])).toEqual(['door-bar']);
  expect(back?.repeats).toBe(false);
  expect(side?.repeats).toBe(true);
});

test('AREA-02e two doors of different names into one area are two doors', () => {
  const [section] = outlineOf([viewpoint('main')], () => [
    door('hall', 'Left stairs'),
    door('hall', 'Right stairs'),
  ]);
  expect(section?.doors).toHaveLength(2);
});

test('a viewpoint with nothing in it repeats nothing', () => {
  expect(outlineOf([viewpoint('empty')], () => [])[0]?.repeats).toBe(false);
});
