/** Why there is no microphone or camera (CHAT-16 to CHAT-18). */

/** `denied`: nobody allowed it; `missing`: there is none; `problem`: there is one, and it does not work, as when another program has it. */
export type MediaFault = 'denied' | 'missing' | 'problem';

const missing = new Set(['NotFoundError', 'OverconstrainedError', 'DevicesNotFoundError']);
const denied = new Set(['NotAllowedError', 'SecurityError', 'PermissionDeniedError']);

export function mediaFaultOf(fault: unknown): MediaFault {
  const name = fault instanceof Error ? fault.name : '';
  if (denied.has(name)) return 'denied';
  return missing.has(name) ? 'missing' : 'problem';
}
