/** The largest texture that WebGL supports, determined once. */
let largest: number | undefined;

/** Pixels; 0 without WebGL. */
export function largestTexture(): number {
  largest ??= measureLargestTexture();
  return largest;
}

function measureLargestTexture(): number {
  try {
    const context = document.createElement('canvas').getContext('webgl2');
    if (!context) return 0;
    const size: unknown = context.getParameter(context.MAX_TEXTURE_SIZE);
    // The number of contexts is limited: this one is released at once.
    context.getExtension('WEBGL_lose_context')?.loseContext();
    return typeof size === 'number' ? size : 0;
  } catch {
    return 0;
  }
}
