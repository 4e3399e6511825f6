/** Bytes that a code can have: with low error correction, and with medium (ISO/IEC 18004). */
const lowCapacity = 2_953;
const mediumCapacity = 2_331;

/** The error correction of the code of a text; undefined if the text is too long for a code. */
export function errorCorrectionFor(text: string): 'L' | 'M' | undefined {
  const { length } = new TextEncoder().encode(text);
  if (length > lowCapacity) return undefined;
  return length > mediumCapacity ? 'L' : 'M';
}
