import type { PageWindow } from '../testing/fakeServer.ts';

/**
 * Responds to requests of a page that are not calls of the contract. Pass it as the page's `prepare`. If `respond`
 * returns undefined, the fake server handles the request.
 */
export const stubFetch =
  (respond: (path: string, method: string, page: PageWindow) => Response | undefined) =>
  (page: PageWindow): void => {
    const fetch = page.fetch.bind(page);
    page.fetch = (input, init) => {
      const url = input instanceof page.Request ? input.url : String(input);
      const { pathname } = new URL(url, page.location.href);
      const response = respond(pathname, init?.method ?? 'GET', page);
      return response ? Promise.resolve(response) : fetch(input, init);
    };
  };
