/**
 * Why a microphone, camera or screen cannot be used (CHAT-16 to CHAT-18). `denied`: the user or the browser has denied
 * access; `missing`: no device found; `problem`: the device does not work, for example because another app uses it.
 */
export type MediaError = 'denied' | 'missing' | 'problem';

const missing: ReadonlySet<string> = new Set([
  'NotFoundError',
  'OverconstrainedError',
  'DevicesNotFoundError',
]);
const denied: ReadonlySet<string> = new Set(['NotAllowedError', 'SecurityError', 'PermissionDeniedError']);

export function mediaErrorOf(error: unknown): MediaError {
  const name = error instanceof Error ? error.name : '';
  if (denied.has(name)) return 'denied';
  return missing.has(name) ? 'missing' : 'problem';
}
