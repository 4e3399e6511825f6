/**
 * A short hash (FNV-1a, 52 bits) of a JSON value, as letters and digits: any change of the value gives another one. The
 * order of an object's keys does not matter. Not for secrets: collisions can be constructed.
 */
export function fingerprint(value: unknown): string {
  const text = JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
  let [high, low] = [0x811c9dc5, 0x811c9dc5 ^ text.length];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ ((code << 7) | (code >>> 9)), 0x01000193);
  }
  return ((high >>> 0) * 0x100000 + ((low >>> 0) % 0x100000)).toString(36);
}
