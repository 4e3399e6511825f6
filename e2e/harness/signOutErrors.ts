/**
 * Ignores requests that fail with 401 because the user logs out while they are pending. The browser reports each of them
 * in the console, which cannot be avoided. A request that starts after a logout and fails is an error.
 */
import type { Page, Request } from '@playwright/test';

const signOutPath = /\/session\/sign-out$/;
/** The tolerance for the different times at which tabs report requests and receive a logout. */
const toleranceMs = 3_000;

interface SignOut {
  readonly requestedAt: number;
  respondedAt: number;
}

interface RejectedRequest {
  readonly url: string;
  readonly requestedAt: number;
  readonly rejectedAt: number;
}

/** The rejected requests and logouts of all pages that share a list of errors. */
const recorded = new WeakMap<string[], { signOuts: SignOut[]; rejected: RejectedRequest[] }>();

const isAbout = (error: string, { url }: RejectedRequest): boolean =>
  error.includes('status of 401') && error.endsWith(`(${url})`);

/** @returns a function that removes the errors that a logout explains; call it after each new error */
export function ignoreSignOutErrors(page: Page, errors: string[]): () => void {
  const { signOuts, rejected } = recorded.get(errors) ?? { signOuts: [], rejected: [] };
  recorded.set(errors, { signOuts, rejected });
  const requestTimes = new WeakMap<Request, number>();
  const pendingSignOuts = new WeakMap<Request, SignOut>();

  const isExplained = ({ requestedAt, rejectedAt }: RejectedRequest): boolean =>
    signOuts.some(
      (signOut) =>
        requestedAt <= signOut.respondedAt + toleranceMs && rejectedAt >= signOut.requestedAt - toleranceMs,
    );
  const removeExplained = (): void => {
    for (const request of rejected.filter(isExplained)) {
      const index = errors.findIndex((error) => isAbout(error, request));
      if (index === -1) continue;
      errors.splice(index, 1);
      rejected.splice(rejected.indexOf(request), 1);
    }
  };
  const onCompleted = (request: Request): void => {
    const signOut = pendingSignOuts.get(request);
    if (signOut) signOut.respondedAt = Date.now();
  };
  page.on('request', (request) => {
    requestTimes.set(request, Date.now());
    if (!signOutPath.test(new URL(request.url()).pathname)) return;
    const signOut = { requestedAt: Date.now(), respondedAt: Infinity };
    pendingSignOuts.set(request, signOut);
    signOuts.push(signOut);
    removeExplained();
  });
  page.on('requestfailed', onCompleted);
  page.on('response', (response) => {
    const request = response.request();
    onCompleted(request);
    if (response.status() !== 401) return;
    rejected.push({
      url: request.url(),
      requestedAt: requestTimes.get(request) ?? 0,
      rejectedAt: Date.now(),
    });
    removeExplained();
  });
  return removeExplained;
}
