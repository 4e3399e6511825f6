/** The free picture: what the header, the dock and the footer leave of the screen. */
import { useEffect, useMemo, useState } from 'react';
import { usePictureCover } from '../../platform/pictureCover.ts';
import { useUi } from '../../platform/state/ui.ts';
import type { Box } from '../../platform/panZoom/plane.ts';
import { collide } from './geometry/plane.ts';
import type { LabelRoom } from './hotspots/placeLabels.ts';

const phone = '(max-width: 760px)';
const gap = 12;
const allChips = 40;
const phoneChips = 2;

interface Screen {
  readonly width: number;
  readonly height: number;
  /** What stands at the foot: footer, dock and the gaps between. */
  readonly foot: number;
  readonly isPhone: boolean;
}

function measure(): Screen {
  const css = getComputedStyle(document.documentElement);
  const pixels = (name: string, usual: number): number => {
    const value = Number.parseFloat(css.getPropertyValue(name));
    return Number.isFinite(value) ? value : usual;
  };
  const foot = pixels('--footer-height', 48) + pixels('--dock-height', 56) + 2 * gap;
  return { width: innerWidth, height: innerHeight, foot, isPhone: matchMedia(phone).matches };
}

export function useLabelRoom(): LabelRoom {
  const headerHeight = useUi((state) => state.headerHeight);
  const [screen, setScreen] = useState(measure);
  useEffect(() => {
    const update = (): void => setScreen(measure());
    update();
    addEventListener('resize', update);
    return () => removeEventListener('resize', update);
  }, []);
  const covers = usePictureCover((state) => state.boxes);
  const { width, height, foot, isPhone } = screen;
  return useMemo(() => {
    const whole: Box = {
      left: 0,
      top: headerHeight,
      width,
      height: Math.max(0, height - headerHeight - foot),
    };
    return { ...leftBy(covers, whole), chips: isPhone ? phoneChips : allChips };
  }, [headerHeight, covers, width, height, foot, isPhone]);
}

/** A panel along a whole side takes that side away; what is smaller stands in the way here and there. */
export function leftBy(covers: readonly Box[], whole: Box): { free: Box; covered: readonly Box[] } {
  const isPanel = (box: Box): boolean => box.height > 0.7 * whole.height && box.width < 0.7 * whole.width;
  const atTheLeft = (box: Box): boolean => box.left + box.width / 2 < whole.left + whole.width / 2;
  const panels = covers.filter(isPanel);
  const left = Math.max(whole.left, ...panels.filter(atTheLeft).map((box) => box.left + box.width));
  const right = Math.min(
    whole.left + whole.width,
    ...panels.filter((box) => !atTheLeft(box)).map((box) => box.left),
  );
  const free = { ...whole, left, width: Math.max(0, right - left) };
  return { free, covered: covers.filter((box) => !isPanel(box) && collide(box, free)) };
}
