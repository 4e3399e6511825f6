/**
 * Preload links for files that a page needs in any case: the browser fetches them in parallel to the script, instead of
 * one after the other. Only certain files are listed; unused preloads cost bandwidth and cause browser warnings.
 */
import { type AreaView, getVenue, type Locale, type OperatingMode } from '@foyer/contract';
import type { Chunks } from '#platform/shell/buildChunks';
import { initialRequests } from '#platform/shell/initialRequests';

export interface PreloadOptions {
  readonly mode: OperatingMode;
  readonly language: Locale;
  readonly chunks: Chunks;
  /** The public venue of the URL. */
  readonly architectureId: string | undefined;
  readonly view: AreaView;
  /** Whether the page shows the login and contains its inlined responses. */
  readonly login: boolean;
  /**
   * Whether the browser has a session. Then the venue is not preloaded: a preload link sends no token, and browsers use its
   * response for the request with the token, so that a host would get the venue of the others (MEET-06).
   */
  readonly hasSession: boolean;
}

const scriptLink = (href: string): string => `<link rel="modulepreload" href="${href}" crossorigin />`;
const styleLink = (href: string): string => `<link rel="preload" href="${href}" as="style" crossorigin />`;
const fetchLink = (href: string): string => `<link rel="preload" href="${href}" as="fetch" crossorigin />`;

/** `<link>` elements for the head of the page, most urgent first. */
export function preloadLinks(options: PreloadOptions): readonly string[] {
  const { mode, language, chunks, architectureId, view, login, hasSession } = options;
  const base = mode === 'STAGE' ? '/stage' : '';
  const texts = chunks.get(`language-${language}`);
  const area = architectureId === undefined ? undefined : chunks.get(view === 'text' ? 'TextView' : 'area');
  const loginChunk = login ? chunks.get('login') : undefined;
  return [
    ...(texts?.scripts ?? []).map(scriptLink),
    ...(login ? [] : initialRequests(mode)).map(([, url]) => fetchLink(url)),
    ...(architectureId === undefined || hasSession
      ? []
      : [fetchLink(`${base}/api${getVenue.path}?architectureId=${encodeURIComponent(architectureId)}`)]),
    ...(area?.styles ?? []).map(styleLink),
    ...(area?.scripts ?? []).map(scriptLink),
    ...(loginChunk?.styles ?? []).map(styleLink),
    ...(loginChunk?.scripts ?? []).map(scriptLink),
  ];
}
