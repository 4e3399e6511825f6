/** Applies the label layout directly to the elements, because it runs with every frame. */
import type { Camera, ProjectedPosition } from '../../camera/camera.ts';
import { clamp, type Box, type Point } from '../../../../platform/panZoom/plane.ts';
import { containsPoint } from '../../geometry/boxes.ts';
import { anchorOf } from './anchor.ts';
import type { Hotspot } from '../hotspot.ts';
import { outlineOf, type Rectangle } from '../outlineOf.ts';
import { layoutLabels, type LabelToPlace, type Placement, type LayoutSpace } from './layoutLabels.ts';
import { cornerRadius, stemHeight, type MeasuredLabel } from './measureLabels.ts';

export interface Labels {
  readonly hotspots: readonly Hotspot[];
  /** The widgets in the picture. */
  readonly embedded: readonly Rectangle[];
  readonly elements: ReadonlyMap<string, HTMLElement>;
  readonly measured: ReadonlyMap<string, MeasuredLabel>;
}

export type LabelSpace = Omit<LayoutSpace, 'embedded' | 'previousForms' | 'focused'>;

/**
 * A flat picture cannot be moved beyond its edge: a hotspot there that is under the header or the dock gets its label
 * at the border of the free space.
 */
function clampToFree({ at }: ProjectedPosition, camera: Camera, { free }: LabelSpace): Point | undefined {
  if (!at || !camera.isFlat) return at;
  const frame: Box = { left: 0, top: 0, ...camera.frame };
  return containsPoint(frame, at) ? { x: at.x, y: clamp(at.y, free.top, free.top + free.height) } : at;
}

export function computePlacements(
  { hotspots, embedded, measured }: Labels,
  camera: Camera,
  space: LabelSpace,
  previous: { readonly focused: string | undefined; readonly forms: ReadonlyMap<string, Placement['form']> },
): Map<string, Placement> {
  const toPlace = hotspots.flatMap((hotspot): LabelToPlace[] => {
    const label = measured.get(hotspot.id);
    if (!label) return [];
    const position = camera.project(anchorOf(hotspot));
    return [
      {
        id: hotspot.id,
        kind: hotspot.kind === 'widget' ? (hotspot.isMeeting ? 'meeting' : 'item') : 'door',
        ...position,
        at: clampToFree(position, camera, space),
        ...label,
      },
    ];
  });
  return layoutLabels(toPlace, {
    ...space,
    embedded: embedded.flatMap((widget) => outlineOf(widget, camera)?.box ?? []),
    focused: previous.focused,
    ...(previous.forms.size > 0 && { previousForms: previous.forms }),
  });
}

/** @param center of the free space: hidden labels are there, so that they can receive the focus */
export function applyPlacement(element: HTMLElement, placement: Placement, center: Point): void {
  const { form } = placement;
  if (element.dataset['form'] !== form) element.dataset['form'] = form;
  if (form === 'hidden') {
    element.style.transform = `translate3d(${center.x}px, ${center.y}px, 0)`;
    return;
  }
  const { left, top, width, height } = placement.box;
  element.style.transform = `translate3d(${Math.round(left)}px, ${Math.round(top)}px, 0)`;
  if (form === 'chip') {
    element.dataset['side'] = placement.side;
    return;
  }
  const { x, y } = placement.at;
  // A label that was moved into the free space can be beside its position.
  const stemX = clamp(x - left, cornerRadius, width - cornerRadius);
  element.style.setProperty('--stem-x', `${Math.round(stemX)}px`);
  element.style.setProperty('--stem-length', `${Math.max(0, Math.round(y - top - height + stemHeight))}px`);
}
