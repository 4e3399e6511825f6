/**
 * What a page will surely ask for, named in its head: the browser fetches it beside the script that would ask for it
 * after one another. Only what is certain stands here; what is fetched and not used costs everybody, and is warned of.
 */
import { getVenue, type Locale, type OperatingMode } from '@foyer/contract';
import type { Pieces } from '#platform/shell/buildPieces';
import { firstCalls } from '#platform/shell/firstCalls';

export interface EarlyParts {
  readonly mode: OperatingMode;
  readonly language: Locale;
  readonly pieces: Pieces;
  /** The public venue that the address leads into. */
  readonly architectureId: string | undefined;
  readonly view: 'picture' | 'reading';
  /** The login will show, and the page holds what it asks for first. */
  readonly login: boolean;
}

const script = (href: string): string => `<link rel="modulepreload" href="${href}" crossorigin />`;
const style = (href: string): string => `<link rel="preload" href="${href}" as="style" crossorigin />`;
const fetched = (href: string): string => `<link rel="preload" href="${href}" as="fetch" crossorigin />`;

/** Elements of the head, in the order in which they are wanted. */
export function earlyLinks(parts: EarlyParts): readonly string[] {
  const { mode, language, pieces, architectureId, view, login } = parts;
  const base = mode === 'STAGE' ? '/stage' : '';
  const words = pieces.get(`language-${language}`);
  const area =
    architectureId === undefined ? undefined : pieces.get(view === 'reading' ? 'ReadingTwin' : 'area');
  const loginPiece = login ? pieces.get('login') : undefined;
  return [
    ...(words?.scripts ?? []).map(script),
    ...(login ? [] : firstCalls(mode)).map(([, address]) => fetched(address)),
    ...(architectureId === undefined
      ? []
      : [fetched(`${base}/api${getVenue.path}?architectureId=${encodeURIComponent(architectureId)}`)]),
    ...(area?.styles ?? []).map(style),
    ...(area?.scripts ?? []).map(script),
    ...(loginPiece?.styles ?? []).map(style),
    ...(loginPiece?.scripts ?? []).map(script),
  ];
}
