/** Guests have a number instead of a name, computed from their id, so that all users see the same one. */
export function guestNumber(uid: string): number {
  let sum = 0;
  for (let at = 0; at < uid.length; at += 1) sum = (sum * 31 + uid.charCodeAt(at)) >>> 0;
  return 1_000 + (sum % 9_000);
}
