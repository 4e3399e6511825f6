/** The signature with which Zoom's Meeting SDK joins a meeting. */
import { SignJWT } from 'jose';
import type { ResponseOf, createZoomSignature } from '@foyer/contract';
import type { ZoomConfig } from '#platform/config/zoom';
import type { ZoomMeeting } from './zoomMeeting.ts';

/** Zoom accepts half an hour to two days. */
const lifetimeSeconds = 2 * 3_600;

export interface SignatureOptions {
  readonly isHost: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export async function signZoomMeeting(
  { sdkKey, sdkSecret }: ZoomConfig,
  { meetingNumber, passcode }: ZoomMeeting,
  { isHost, now }: SignatureOptions,
): Promise<ResponseOf<typeof createZoomSignature>> {
  const role = isHost ? 1 : 0;
  const iat = Math.floor(now / 1_000);
  const exp = iat + lifetimeSeconds;
  // Zoom reads the key by both names.
  const claims = { appKey: sdkKey, sdkKey, mn: meetingNumber, role, iat, exp, tokenExp: exp };
  const signature = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(sdkSecret));
  return {
    signature,
    sdkKey,
    meetingNumber,
    ...(passcode === undefined ? {} : { passcode }),
    role,
    expiresAt: exp * 1_000,
  };
}
