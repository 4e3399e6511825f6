/** URLs that a venue may contain: public https URLs, and references to the venue's own assets. */
import * as z from 'zod/mini';
import { urlLength } from './limits.ts';

const privateHost =
  /^(localhost|.*\.(localhost|local|internal|intranet|lan|home\.arpa)|(0|10|127|169\.254|192\.168|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|172\.(1[6-9]|2\d|3[01]))\..*|\[.*\]|[^.]+)$/i;

/** Why a venue may not contain this external URL, or undefined if it may. */
export function validateExternalUrl(value: string): string | undefined {
  if (value.length > urlLength) return `is longer than ${urlLength} characters`;
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    return 'is not a URL';
  }
  if (url.protocol !== 'https:') return `is not an https URL (${url.protocol.slice(0, 20)})`;
  if (url.username || url.password) return 'contains a user name or password';
  // `host.` with the dot of the DNS root is the same host.
  if (privateHost.test(url.hostname.replace(/(?<!\.)\.+$/, ''))) return 'points to a private network';
  return undefined;
}

/** A URL on the public internet: https, without credentials, not a private host. */
export const address = z.string().check((context) => {
  const error = validateExternalUrl(context.value);
  if (error) context.issues.push({ code: 'custom', input: context.value, message: error });
});

const ownAsset = /^asset:([A-Za-z0-9_-][A-Za-z0-9._-]*)$/;

/** The asset id of an `asset:{assetId}` reference; undefined for any other URL. */
export const assetIdFromUrl = (value: string): string | undefined => ownAsset.exec(value)?.[1];

/** `asset:{assetId}`, an asset of the same venue, or a public https URL. */
export const mediaUrl = z.string().check((context) => {
  if (ownAsset.test(context.value)) return;
  const error = validateExternalUrl(context.value);
  if (error) context.issues.push({ code: 'custom', input: context.value, message: error });
});
