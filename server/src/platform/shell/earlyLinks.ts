/**
 * What a page will surely ask for, named in its head: the browser fetches it beside the script that would ask for it
 * after one another. Only what is certain stands here; what is fetched and not used costs everybody, and is warned of.
 */
import { getLoginOptions, getVenue, getVenueVersion, type Locale, type OperatingMode } from '@foyer/contract';
import type { Pieces } from '#platform/shell/buildPieces';

export interface EarlyParts {
  readonly mode: OperatingMode;
  readonly language: Locale;
  readonly pieces: Pieces;
  /** The public venue that the address leads into. */
  readonly architectureId: string | undefined;
  readonly view: 'picture' | 'reading';
  /** The address is the login's. */
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
  const atLogin = login ? [pieces.get('login'), pieces.get(`login-${language}`)] : [];
  return [
    ...(words?.scripts ?? []).map(script),
    fetched(`${base}/ui-config.json`),
    fetched(`${base}/api${getLoginOptions.path}`),
    // On the stage it takes a token, which a link cannot carry.
    ...(mode === 'STAGE' ? [] : [fetched(`/api${getVenueVersion.path}`)]),
    ...(architectureId === undefined
      ? []
      : [fetched(`${base}/api${getVenue.path}?architectureId=${encodeURIComponent(architectureId)}`)]),
    ...(area?.styles ?? []).map(style),
    ...(area?.scripts ?? []).map(script),
    ...atLogin.flatMap((piece) => piece?.styles ?? []).map(style),
    ...atLogin.flatMap((piece) => piece?.scripts ?? []).map(script),
  ];
}
