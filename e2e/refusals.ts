/**
 * Calls that are refused because somebody logs out while they are under way. The browser complains about each, and
 * nobody can do anything about it; what is begun after a logout and refused is a fault.
 */
import type { Page, Request } from '@playwright/test';

const signOut = /\/session\/sign-out$/;
/** Each tab tells of its requests in its own time, and hears of a logout in another one in its own time. */
const apartMs = 3_000;

interface Leaving {
  readonly from: number;
  /** When it was answered. */
  until: number;
}

interface Refused {
  readonly url: string;
  readonly begun: number;
  readonly answered: number;
}

/** What is known of the pages that complain into one list. */
const known = new WeakMap<string[], { leavings: Leaving[]; refused: Refused[] }>();

const isAbout = (fault: string, { url }: Refused): boolean =>
  fault.includes('status of 401') && fault.endsWith(`(${url})`);

/** @returns takes out of the faults what a logout explains; to be called when there is a new one */
export function watchRefusals(page: Page, faults: string[]): () => void {
  const { leavings, refused } = known.get(faults) ?? { leavings: [], refused: [] };
  known.set(faults, { leavings, refused });
  const begun = new WeakMap<Request, number>();
  const leaving = new WeakMap<Request, Leaving>();

  const isExplained = (one: Refused): boolean =>
    leavings.some(({ from, until }) => one.begun <= until + apartMs && one.answered >= from - apartMs);
  const settle = (): void => {
    for (const one of refused.filter(isExplained)) {
      const at = faults.findIndex((fault) => isAbout(fault, one));
      if (at === -1) continue;
      faults.splice(at, 1);
      refused.splice(refused.indexOf(one), 1);
    }
  };
  const answered = (request: Request): void => {
    const one = leaving.get(request);
    if (one) one.until = Date.now();
  };
  page.on('request', (request) => {
    begun.set(request, Date.now());
    if (!signOut.test(new URL(request.url()).pathname)) return;
    const one = { from: Date.now(), until: Infinity };
    leaving.set(request, one);
    leavings.push(one);
    settle();
  });
  page.on('requestfailed', answered);
  page.on('response', (response) => {
    const request = response.request();
    answered(request);
    if (response.status() !== 401) return;
    refused.push({ url: request.url(), begun: begun.get(request) ?? 0, answered: Date.now() });
    settle();
  });
  return settle;
}
