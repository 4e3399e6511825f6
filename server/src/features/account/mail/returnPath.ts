/** The path, query and fragment of a URL on this server; undefined for a URL of another origin. */
export function returnPath(returnTo: string | undefined, publicUrl: string): string | undefined {
  if (returnTo === undefined || !URL.canParse(returnTo, publicUrl)) return undefined;
  const url = new URL(returnTo, publicUrl);
  if (url.origin !== publicUrl) return undefined;
  const path = url.pathname + url.search + url.hash;
  // `/.//evil.example` normalizes to `//evil.example`, which a browser would open as a URL of another host.
  return path.startsWith('//') ? undefined : path;
}
