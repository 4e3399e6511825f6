/** Longer addresses are not typed, and only their host is of interest. */
const maxLength = 40;

/** An address as people read and type it: without `https://`, `www.` and a last slash; a long one by its host only. */
export function shortAddress(uri: string): string {
  const { host, pathname, search, hash } = new URL(uri);
  const shortHost = host.replace(/^www\./, '');
  const path = `${pathname}${search}${hash}`.replace(/\/$/, '');
  return shortHost.length + path.length <= maxLength ? shortHost + path : `${shortHost}/…`;
}
