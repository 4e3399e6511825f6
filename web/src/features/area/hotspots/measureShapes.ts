/** How large each label is in each of its forms, as the browser lays it out in this language and font. */
import type { Hotspot } from './hotspot.ts';
import { labelForms, type LabelForm, type Shape } from './layoutHotspots.ts';
import type { Extent } from '../../../platform/panZoom/plane.ts';

export interface MeasuredLabel {
  readonly shapes: Readonly<Record<LabelForm, Shape>>;
  readonly chip: Extent;
}

export const stem = 18;
const islandHalf = 22;

/** A door's label stands above its place, a thing's island on it. */
const shapeOf = (kind: Hotspot['kind'], { width, height }: Extent): Shape =>
  kind === 'door'
    ? { width, height: height + stem, anchor: { x: width / 2, y: height + stem } }
    : { width, height, anchor: { x: width / 2, y: islandHalf } };

const remembered = new Map<string, MeasuredLabel>();

/** Another font, another size of the screen: nothing measured before holds. */
export const forgetMeasures = (): void => remembered.clear();

/** What a label's size depends on, given the font and the size of the screen. */
const keyOf = (hotspot: Hotspot, element: HTMLElement): string => {
  const happening = hotspot.kind === 'door' ? hotspot.happening?.kind : undefined;
  return [hotspot.kind, happening, document.documentElement.lang, element.textContent].join('|');
};

/**
 * Measures the labels that were not measured before: one layout of the page for each form, not one for each label.
 * @param elements by hotspot id; their `data-form` is left as 'hidden'
 */
export function measureShapes(
  hotspots: readonly Hotspot[],
  elements: ReadonlyMap<string, HTMLElement>,
): Map<string, MeasuredLabel> {
  const present = hotspots.flatMap((hotspot) => {
    const element = elements.get(hotspot.id);
    return element ? [{ hotspot, element, key: keyOf(hotspot, element) }] : [];
  });
  const unknown = present.filter(({ key }) => !remembered.has(key));
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
    const shape = (extents: Extent[]): Shape => shapeOf(hotspot.kind, extents[index] ?? nothing);
    const shapes = { full: shape(full), brief: shape(brief), bare: shape(bare) };
    remembered.set(key, { shapes, chip: chip[index] ?? nothing });
  }
  return new Map(
    present.flatMap(({ hotspot, key }) => {
      const measured = remembered.get(key);
      return measured ? [[hotspot.id, measured] as const] : [];
    }),
  );
}

const nothing: Extent = { width: 0, height: 0 };
