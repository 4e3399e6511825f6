import type { ViewPoint } from '@foyer/contract';
import { expect, test } from 'vitest';
import { outlineOf, type OutlineDoor, type OutlineEntry, type OutlineWidget } from './outline.ts';

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
const widget = (id: string): OutlineWidget => ({
  kind: 'widget',
  id: `widget-${id}`,
  name: id,
  widget: { id, type: 'ImageWidget', name: id, configurations: [], placements: [] },
  configuration: { id, name: id, cookieProviders: [], assets: [] },
});
const ids = (entries: readonly OutlineEntry[]): string[] => entries.map(({ id }) => id);

test('AREA-02r the outline has doors before widgets, each in the order of the picture', () => {
  const [section] = outlineOf([viewpoint('main')], () => [
    widget('film'),
    door('hall'),
    widget('wall'),
    door('bar'),
  ]);
  expect(ids(section?.doors ?? [])).toEqual(['door-hall', 'door-bar']);
  expect(ids(section?.widgets ?? [])).toEqual(['widget-film', 'widget-wall']);
});

test('AREA-02s entries of an earlier viewpoint are not repeated', () => {
  const seen: Record<string, OutlineEntry[]> = {
    front: [door('hall'), widget('film')],
    back: [door('hall'), door('bar'), widget('film')],
    side: [widget('film')],
  };
  const [front, back, side] = outlineOf(['front', 'back', 'side'].map(viewpoint), ({ id }) => seen[id] ?? []);
  expect(ids(front?.doors ?? [])).toEqual(['door-hall']);
  expect(ids(back?.doors ?? [])).toEqual(['door-bar']);
  expect(back?.isRepeated).toBe(false);
  expect(side?.isRepeated).toBe(true);
});

test('AREA-02t two doors with different names to one area are both listed', () => {
  const [section] = outlineOf([viewpoint('main')], () => [
    door('hall', 'Left stairs'),
    door('hall', 'Right stairs'),
  ]);
  expect(section?.doors).toHaveLength(2);
});

test('an empty viewpoint is not repeated', () => {
  expect(outlineOf([viewpoint('empty')], () => [])[0]?.isRepeated).toBe(false);
});
