/**
 * Requests that fail because the user logs out while they are pending. The browser reports each in the console, which
 * cannot be avoided. A request that starts after a logout and fails is an error.
 */
import type { Page, Request } from '@playwright/test';

const signOut = /\/session\/sign-out$/;
/** The tolerance for the different times at which tabs report requests and receive a logout. */
const apartMs = 3_000;

interface Leaving {
  readonly from: number;
  /** The time of the response. */
  until: number;
}

interface Refused {
  readonly url: string;
  readonly begun: number;
  readonly answered: number;
}

/** The requests and logouts of all pages that share a list of errors. */
const known = new WeakMap<string[], { leavings: Leaving[]; refused: Refused[] }>();

const isAbout = (error: string, { url }: Refused): boolean =>
  error.includes('status of 401') && error.endsWith(`(${url})`);

/** @returns a function that removes the errors that a logout explains; call it after each new error */
export function watchRefusals(page: Page, errors: string[]): () => void {
  const { leavings, refused } = known.get(errors) ?? { leavings: [], refused: [] };
  known.set(errors, { leavings, refused });
  const begun = new WeakMap<Request, number>();
  const leaving = new WeakMap<Request, Leaving>();

  const isExplained = (one: Refused): boolean =>
    leavings.some(({ from, until }) => one.begun <= until + apartMs && one.answered >= from - apartMs);
  const settle = (): void => {
    for (const one of refused.filter(isExplained)) {
      const at = errors.findIndex((error) => isAbout(error, one));
      if (at === -1) continue;
      errors.splice(at, 1);
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
