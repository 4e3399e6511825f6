/** Mentimeter's presentations: the results can be framed, the other pages cannot. */
import { page } from './people.ts';
import { refusingPage } from './refusing.ts';
import type { OutsidePage } from './vimeo.ts';

const words = ['moths', 'night bus', 'lanterns', 'owls', 'the last train'];

/** Responds as www.mentimeter.com. */
export function mentimeterPage({ pathname }: URL): OutsidePage {
  const presentation = /^\/app\/presentation\/((?:n\/)?[\w-]+)\/embed$/.exec(pathname)?.[1];
  if (presentation === undefined) return refusingPage('Mentimeter');
  const cloud = words.map((word) => `<li>${word}</li>`).join('');
  return { status: 200, html: page(`Results of ${presentation}`, `<ul>${cloud}</ul>`) };
}
