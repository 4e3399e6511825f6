/** The parameters of hits, as Matomo's Tracking HTTP API names them (TRACK-01). */
import { formatSubject } from '@foyer/contract/analyticsEvents';
import type { AnalyticsHit } from '@foyer/contract';
import type { Tracked } from './track.ts';

type Unidentified = Omit<AnalyticsHit, '_id' | 'uid' | 'new_visit'>;

/** A hit without what identifies the user, which is added when it is sent. A repeated hit stays the same. */
export type Hit = { readonly [Name in keyof Unidentified]: Exclude<Unidentified[Name], undefined> };

export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Query and hash are removed, because they can contain tickets; undefined if it is not a URL of a website. */
export function plainUrl(url: string): string | undefined {
  if (!/^https?:/.test(url) || !URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

export interface HitFactory {
  readonly hitOf: (tracked: Tracked) => Hit;
  readonly heartbeat: () => Hit;
}

/**
 * Makes hits, each on the page of the last page view.
 * @param url the page before the first page view
 */
export function hitFactory(url: string, referrer: string, language: string = navigator.language): HitFactory {
  const newPage = (page: string, from: string) => ({ page, from, pv_id: randomHex(3) });
  let current = newPage(url, referrer);
  // Chrome on Linux reports `en-US@posix` without a language of the system; the server rejects what is no tag.
  const [tag] = /^[A-Za-z\d-]{1,35}/.exec(language) ?? [];
  const base = (at: number): Hit => {
    const time = new Date(at);
    const from = plainUrl(current.from);
    return {
      idsite: '1',
      rec: '1',
      apiv: '1',
      rand: randomHex(8),
      url: plainUrl(current.page) ?? current.page,
      ...(from !== undefined && { urlref: from }),
      h: String(time.getHours()),
      m: String(time.getMinutes()),
      s: String(time.getSeconds()),
      ...(tag !== undefined && { lang: tag }),
      pv_id: current.pv_id,
      send_image: '0',
    };
  };
  let isFirst = true;
  return {
    hitOf(tracked) {
      if ('url' in tracked) {
        current = newPage(tracked.url, isFirst ? current.from : current.page);
        isFirst = false;
        return { ...base(tracked.at), action_name: tracked.title };
      }
      const name = formatSubject(tracked.subject);
      return {
        ...base(tracked.at),
        e_c: tracked.category,
        e_a: tracked.action,
        ...(name !== '' && { e_n: name }),
        ca: '1',
      };
    },
    heartbeat: () => ({ ...base(Date.now()), ping: '1' }),
  };
}
