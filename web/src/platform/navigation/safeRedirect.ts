/** Validates the `redirect` search value (ROUTE-11): only known paths of this origin are followed. */

const knownPaths = [
  /^\/v\/([^/]+)\/?$/,
  /^\/v\/([^/]+)\/(?:imprint|privacy-policy)$/,
  /^\/v\/([^/]+)\/area(?:\/[^/]*)?$/,
  /^\/v\/([^/]+)\/area-whereby-meeting\/[^/]+\/[^/]+\/[^/]+$/,
  /^\/([^/]+)\/area\/[^/]+$/,
  /^\/([^/]+)\/(?:imprint|privacy-policy)$/,
];
const placeholderOrigin = 'https://foyer.invalid';

/**
 * The path, query and hash to navigate to, without the base path; '/' unless it is a known path of this origin.
 * @param architectureId the open venue; paths of other venues lead to '/'. Null if it is not known yet.
 */
export function safeRedirect(value: unknown, architectureId: string | null): string {
  if (typeof value !== 'string' || !/^\/[A-Za-z0-9]/.test(value)) return '/';
  // Characters, encoded or not, that a browser, a proxy or a router might read as a slash, a backslash or nothing.
  if (/[\p{Cc}\s\\]|%(?:0|1|2f|5c|7f)/iu.test(value)) return '/';
  let url: URL;
  try {
    url = new URL(value, placeholderOrigin);
  } catch {
    return '/';
  }
  if (url.origin !== placeholderOrigin) return '/';
  for (const pattern of knownPaths) {
    const owner = pattern.exec(url.pathname)?.[1];
    if (owner === undefined) continue;
    return architectureId === null || owner === architectureId
      ? `${url.pathname}${url.search}${url.hash}`
      : '/';
  }
  return '/';
}
