/** The default icon of a door, by keywords in the id of its area, else an open door. */
import armchair from '@phosphor-icons/core/regular/armchair.svg?raw';
import books from '@phosphor-icons/core/regular/books.svg?raw';
import chalkboard from '@phosphor-icons/core/regular/chalkboard-teacher.svg?raw';
import doorOpen from '@phosphor-icons/core/regular/door-open.svg?raw';
import house from '@phosphor-icons/core/regular/house-line.svg?raw';
import lifebuoy from '@phosphor-icons/core/regular/lifebuoy.svg?raw';
import stage from '@phosphor-icons/core/regular/microphone-stage.svg?raw';
import storefront from '@phosphor-icons/core/regular/storefront.svg?raw';

const iconsByKeyword: readonly (readonly [RegExp, string])[] = [
  [/lobby|foyer|entrance|start/i, house],
  [/plenary|stage|auditorium|keynote/i, stage],
  [/expo|fair|market|stand|booth/i, storefront],
  [/lounge|bar|cafe|chill/i, armchair],
  [/librar|reading|archive/i, books],
  [/workshop|class|training|lab/i, chalkboard],
  [/help|info|service|support/i, lifebuoy],
];

/** @returns raw SVG */
export const doorIcon = (areaId: string): string =>
  iconsByKeyword.find(([keywords]) => keywords.test(areaId))?.[1] ?? doorOpen;
