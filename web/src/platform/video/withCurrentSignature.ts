/**
 * The files of a stream that is an asset are requested with the signature of the playlist's current URL, because the
 * playlist lists them with that of the URL it was loaded from.
 * @param page the address of this page
 */
export function withCurrentSignature(file: string, playlist: string, page: string): string {
  const { origin } = new URL(page);
  const current = new URL(playlist, page);
  const requested = new URL(file, page);
  const folder = current.pathname.slice(0, current.pathname.lastIndexOf('/') + 1);
  const isOfAsset =
    current.origin === origin && requested.origin === origin && requested.pathname.startsWith(folder);
  if (!isOfAsset) return file;
  requested.search = current.search;
  return requested.href;
}
