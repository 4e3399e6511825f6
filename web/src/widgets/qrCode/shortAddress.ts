/** An address as people read and type it: without `https://`, `www.` and a last slash. */
export function shortAddress(uri: string): string {
  const { host, pathname, search, hash } = new URL(uri);
  return `${host.replace(/^www\./, '')}${pathname}${search}${hash}`.replace(/\/$/, '');
}
