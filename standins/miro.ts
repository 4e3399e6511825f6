/** Miro's boards: the live embed can be framed, the other pages cannot. */
import { page } from './people.ts';
import { refusingPage } from './refusing.ts';
import type { OutsidePage } from './vimeo.ts';

/** Responds as miro.com. A board shows its id and the query that it was opened with. */
export function miroPage({ pathname, search }: URL): OutsidePage {
  const board = /^\/app\/live-embed\/([\w-]+=*)\/$/.exec(pathname)?.[1];
  if (board === undefined) return refusingPage('Miro');
  return { status: 200, html: page(`Board ${board}`, `<output>${encodeURI(search)}</output>`) };
}
