/** The part of the picture that header, dock, footer, panels and notices leave free for labels. */
import { useEffect, useMemo, useState } from 'react';
import { matchesMedia } from '../../../../platform/media.ts';
import { usePictureCover } from '../../../../platform/pictureCover.ts';
import { useUi } from '../../../../platform/state/ui.ts';
import type { Box } from '../../../../platform/panZoom/plane.ts';
import { collide } from '../../geometry/boxes.ts';
import type { LabelSpace } from './placeLabels.ts';

const gap = 12;
const maxDesktopChips = 40;
const maxPhoneChips = 2;

interface ScreenSize {
  readonly width: number;
  readonly height: number;
  /** Height of footer, dock and the gaps between them. */
  readonly bottomHeight: number;
  readonly isPhone: boolean;
}

function measure(): ScreenSize {
  const css = getComputedStyle(document.documentElement);
  const pixels = (name: string, usual: number): number => {
    const value = Number.parseFloat(css.getPropertyValue(name));
    return Number.isFinite(value) ? value : usual;
  };
  const bottomHeight = pixels('--footer-height', 48) + pixels('--dock-height', 56) + 2 * gap;
  return {
    width: innerWidth,
    height: innerHeight,
    bottomHeight,
    isPhone: matchesMedia('phone'),
  };
}

export function useFreeSpace(): LabelSpace {
  const headerHeight = useUi((state) => state.headerHeight);
  const [screen, setScreen] = useState(measure);
  useEffect(() => {
    const update = (): void => setScreen(measure());
    update();
    addEventListener('resize', update);
    return () => removeEventListener('resize', update);
  }, []);
  const covers = usePictureCover((state) => state.boxes);
  const { width, height, bottomHeight, isPhone } = screen;
  return useMemo(() => {
    const viewport: Box = {
      left: 0,
      top: headerHeight,
      width,
      height: Math.max(0, height - headerHeight - bottomHeight),
    };
    return { ...subtractCovers(covers, viewport), maxChips: isPhone ? maxPhoneChips : maxDesktopChips };
  }, [headerHeight, covers, width, height, bottomHeight, isPhone]);
}

/** A panel along a whole side reduces the free box; smaller covers only block labels where they are. */
export function subtractCovers(
  covers: readonly Box[],
  viewport: Box,
): { free: Box; covered: readonly Box[] } {
  const isPanel = (box: Box): boolean =>
    box.height > 0.7 * viewport.height && box.width < 0.7 * viewport.width;
  const isLeft = (box: Box): boolean => box.left + box.width / 2 < viewport.left + viewport.width / 2;
  const panels = covers.filter(isPanel);
  const left = Math.max(viewport.left, ...panels.filter(isLeft).map((box) => box.left + box.width));
  const right = Math.min(
    viewport.left + viewport.width,
    ...panels.filter((box) => !isLeft(box)).map((box) => box.left),
  );
  const free = { ...viewport, left, width: Math.max(0, right - left) };
  return { free, covered: covers.filter((box) => !isPanel(box) && collide(box, free)) };
}
