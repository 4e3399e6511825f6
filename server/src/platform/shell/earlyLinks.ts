/**
 * Preload links for files that a page needs in any case: the browser fetches them in parallel to the script, instead of
 * one after the other. Only certain files are listed; unused preloads cost bandwidth and cause browser warnings.
 */
import { getVenue, type Locale, type OperatingMode } from '@foyer/contract';
import type { Pieces } from '#platform/shell/buildPieces';
import { firstCalls } from '#platform/shell/firstCalls';

export interface EarlyParts {
  readonly mode: OperatingMode;
  readonly language: Locale;
  readonly pieces: Pieces;
  /** The public venue of the URL. */
  readonly architectureId: string | undefined;
  readonly view: 'picture' | 'reading';
  /** Whether the page shows the login and contains its inlined responses. */
  readonly login: boolean;
}

const script = (href: string): string => `<link rel="modulepreload" href="${href}" crossorigin />`;
const style = (href: string): string => `<link rel="preload" href="${href}" as="style" crossorigin />`;
const fetched = (href: string): string => `<link rel="preload" href="${href}" as="fetch" crossorigin />`;

/** Elements of the head, most urgent first. */
export function earlyLinks(parts: EarlyParts): readonly string[] {
  const { mode, language, pieces, architectureId, view, login } = parts;
  const base = mode === 'STAGE' ? '/stage' : '';
  const words = pieces.get(`language-${language}`);
  const area =
    architectureId === undefined ? undefined : pieces.get(view === 'reading' ? 'TextView' : 'area');
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
