/** Films of the stand-in for Vimeo (standins/vimeo.ts), which pages in component tests reach under Vimeo's own names. */
import type { AppPage } from './page.ts';

/** The requests for a film since the tests have started. A test that counts them uses a film of its own. */
export async function filmRequests(id: string): Promise<{ path: string; referrer?: string }[]> {
  const response = await fetch('https://requests.example.org/', { cache: 'no-store' });
  const requests = (await response.json()) as { host: string; path: string; referrer?: string }[];
  return requests.filter(({ host, path }) => host.endsWith('vimeo.com') && path.includes(id));
}

/** The frame of a film on the page. */
export const filmFrame = ({ document }: AppPage): HTMLIFrameElement | null =>
  document.querySelector<HTMLIFrameElement>('iframe[src*="vimeo.com/"]');

export type FilmProperty = 'getPaused' | 'getMuted' | 'getTextTracks';

/**
 * Returns a function for polling: it asks the film on the page for a property, and returns its latest response. The
 * messages are those of the page, because the player ignores others.
 */
export function askFilm(page: AppPage): (property: FilmProperty) => unknown {
  const { window } = page;
  const responses = new Map<string, unknown>();
  window.addEventListener('message', ({ data, source }: MessageEvent<unknown>) => {
    if (typeof data !== 'string' || source !== filmFrame(page)?.contentWindow) return;
    const { method, value } = JSON.parse(data) as { method?: string; value?: unknown };
    if (method !== undefined) responses.set(method, value);
  });
  const post = window.eval('(frame, method) => frame.contentWindow.postMessage({ method }, "*")') as (
    frame: HTMLIFrameElement,
    method: string,
  ) => void;
  return (property) => {
    const frame = filmFrame(page);
    if (frame) post(frame, property);
    return frame ? responses.get(property) : undefined;
  };
}
