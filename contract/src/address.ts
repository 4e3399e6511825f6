/** Addresses that may stand in a venue: public ones, and the venue's own assets. */
import * as z from 'zod/mini';
import { urlLength } from './limits.ts';

const privateHost =
  /^(localhost|.*\.localhost|.*\.local|.*\.internal|.*\.intranet|.*\.lan|.*\.home\.arpa|0\..*|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\..*|127\..*|10\..*|192\.168\..*|169\.254\..*|172\.(1[6-9]|2\d|3[01])\..*|\[.*\]|[^.]+)$/i;

/** Why an outside address may not stand in a venue, or undefined if it may. */
export function addressFault(value: string): string | undefined {
  if (value.length > urlLength) return `is longer than ${urlLength} characters`;
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    return 'is not an address';
  }
  if (url.protocol !== 'https:') return `is not an https address (${url.protocol.slice(0, 20)})`;
  if (url.username || url.password) return 'carries a user name or password';
  // A name may end in the root's dot and is the same host.
  if (privateHost.test(url.hostname.replace(/\.+$/, ''))) return 'points into an internal network';
  return undefined;
}

/** An address on the public internet: https, no credentials, no internal host. */
export const address = z.string().check((context) => {
  const fault = addressFault(context.value);
  if (fault) context.issues.push({ code: 'custom', input: context.value, message: fault });
});

const ownAsset = /^asset:([A-Za-z0-9_-][A-Za-z0-9._-]*)$/;

/** The id in `asset:{assetId}`, which names an asset of the same venue where an address may stand; else undefined. */
export const assetIdOfAddress = (value: string): string | undefined => ownAsset.exec(value)?.[1];

/** An asset of this venue as `asset:{assetId}`, or a public address. */
export const mediaAddress = z.string().check((context) => {
  if (ownAsset.test(context.value)) return;
  const fault = addressFault(context.value);
  if (fault) context.issues.push({ code: 'custom', input: context.value, message: fault });
});
