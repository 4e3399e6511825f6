/** Measures the size of each label in each of its forms, in the current language and font. */
import type { Hotspot } from '../hotspot.ts';
import { labelForms, type LabelForm, type Shape } from './layoutLabels.ts';
import type { Extent } from '../../../../platform/panZoom/plane.ts';

export interface MeasuredLabel {
  readonly shapes: Readonly<Record<LabelForm, Shape>>;
  readonly chip: Extent;
}

export const stemHeight = 18;
/** Of a door's label. */
export const cornerRadius = 18;
const islandRadius = 22;

/** A door's label is above its position, a widget's icon is on it. */
const shapeOf = (kind: Hotspot['kind'], { width, height }: Extent): Shape =>
  kind === 'door'
    ? { width, height: height + stemHeight, anchor: { x: width / 2, y: height + stemHeight } }
    : { width, height, anchor: { x: width / 2, y: islandRadius } };

const cache = new Map<string, MeasuredLabel>();

/** Called after a change of the font or of the screen size, when all cached sizes are wrong. */
export const clearMeasurements = (): void => cache.clear();

/** What the size of a label depends on, besides the font and the screen. */
const keyOf = (hotspot: Hotspot, element: HTMLElement): string => {
  const happening = hotspot.kind === 'door' ? hotspot.happening?.kind : hotspot.isLive;
  const icons = element.querySelectorAll('svg').length;
  return [hotspot.kind, happening, document.documentElement.lang, element.textContent, icons].join('|');
};

/**
 * Measures the labels that are not cached: one layout of the page for each form, not one for each label.
 * @param elements by hotspot id; their `data-form` is left as 'hidden'
 */
export function measureLabels(
  hotspots: readonly Hotspot[],
  elements: ReadonlyMap<string, HTMLElement>,
): Map<string, MeasuredLabel> {
  const present = hotspots.flatMap((hotspot) => {
    const element = elements.get(hotspot.id);
    return element ? [{ hotspot, element, key: keyOf(hotspot, element) }] : [];
  });
  const unknown = present.filter(({ key }) => !cache.has(key));
  const extentsIn = (form: LabelForm | 'chip'): Extent[] => {
    for (const { element } of unknown) element.dataset['form'] = form;
    return unknown.map(({ element }) => ({
      width: Math.ceil(element.offsetWidth),
      height: element.offsetHeight,
    }));
  };
  const [full, brief, bare] = labelForms.map(extentsIn) as [Extent[], Extent[], Extent[]];
  const chip = extentsIn('chip');
  for (const [index, { hotspot, element, key }] of unknown.entries()) {
    element.dataset['form'] = 'hidden';
    const shape = (extents: Extent[]): Shape => shapeOf(hotspot.kind, extents[index] ?? noExtent);
    const shapes = { full: shape(full), brief: shape(brief), bare: shape(bare) };
    cache.set(key, { shapes, chip: chip[index] ?? noExtent });
  }
  return new Map(
    present.flatMap(({ hotspot, key }) => {
      const measured = cache.get(key);
      return measured ? [[hotspot.id, measured] as const] : [];
    }),
  );
}

const noExtent: Extent = { width: 0, height: 0 };
