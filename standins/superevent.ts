/** SuperEvent's social walls: a wall can be framed, the other pages cannot. */
import { page } from './people.ts';
import { refusingPage } from './refusing.ts';
import type { OutsidePage } from './vimeo.ts';

const posts = ['Moths everywhere!', 'Best night bus ever', 'See you at the lanterns'];

/** Responds as walls.superevent.com. `/slow/…` is a wall that never answers. */
export function superEventPage({ pathname }: URL): OutsidePage | 'hold' {
  const [, kind, wall] = /^\/(wall|slow)\/([\w-]+)$/.exec(pathname) ?? [];
  if (wall === undefined) return refusingPage('SuperEvent');
  if (kind === 'slow') return 'hold';
  return {
    status: 200,
    html: page(`Wall ${wall}`, `<ul>${posts.map((post) => `<li>${post}</li>`).join('')}</ul>`),
  };
}
