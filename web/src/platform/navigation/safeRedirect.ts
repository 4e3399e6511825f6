/** Where a `redirect` of the address may lead (ROUTE-11): a known path of this origin, never anywhere else. */

const knownPaths = [
  /^\/v\/([^/]+)\/?$/,
  /^\/v\/([^/]+)\/(?:imprint|privacy-policy)$/,
  /^\/v\/([^/]+)\/area(?:\/[^/]*)?$/,
  /^\/v\/([^/]+)\/area-whereby-meeting\/[^/]+\/[^/]+\/[^/]+$/,
  /^\/([^/]+)\/area\/[^/]+$/,
  /^\/([^/]+)\/(?:imprint|privacy-policy)$/,
];
const anywhere = 'https://foyer.invalid';

/**
 * The path, query and hash to go to, without the base path; '/' for whatever is not a known path of this origin.
 * @param architectureId the venue that is open; a path of another one leads to '/'. Null while it is not known.
 */
export function safeRedirect(value: unknown, architectureId: string | null): string {
  if (typeof value !== 'string' || !/^\/[A-Za-z0-9]/.test(value)) return '/';
  // Encoded or not: whatever a browser, a proxy or a router might read as a slash, a backslash or nothing.
  if (/[\p{Cc}\s\\]|%(?:0|1|2f|5c|7f)/iu.test(value)) return '/';
  let url: URL;
  try {
    url = new URL(value, anywhere);
  } catch {
    return '/';
  }
  if (url.origin !== anywhere) return '/';
  for (const pattern of knownPaths) {
    const owner = pattern.exec(url.pathname)?.[1];
    if (owner === undefined) continue;
    return architectureId === null || owner === architectureId
      ? `${url.pathname}${url.search}${url.hash}`
      : '/';
  }
  return '/';
}
