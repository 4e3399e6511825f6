import type { PageWindow } from '../testing/fakeServer.ts';

/**
 * Answers requests of a page before the fake server does, for what is no call of the contract; to be used as `prepare`.
 * An answer of `undefined` leaves the request to the server.
 */
export const answerFetch =
  (answer: (path: string, method: string, page: PageWindow) => Response | undefined) =>
  (page: PageWindow): void => {
    const fetch = page.fetch.bind(page);
    page.fetch = (input, init) => {
      const address = input instanceof page.Request ? input.url : String(input);
      const { pathname } = new URL(address, page.location.href);
      const own = answer(pathname, init?.method ?? 'GET', page);
      return own ? Promise.resolve(own) : fetch(input, init);
    };
  };
