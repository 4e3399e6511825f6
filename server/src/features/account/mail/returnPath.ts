/** The path of this server that an address leads to; undefined where it leads elsewhere. */
export function ownPath(returnTo: string | undefined, publicUrl: string): string | undefined {
  if (returnTo === undefined || !URL.canParse(returnTo, publicUrl)) return undefined;
  const url = new URL(returnTo, publicUrl);
  if (url.origin !== publicUrl) return undefined;
  const path = url.pathname + url.search + url.hash;
  // `/.//evil.example` is a path of ours that would be another host's if it were opened as an address.
  return path.startsWith('//') ? undefined : path;
}
