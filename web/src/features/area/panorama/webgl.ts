/** Whether the graphics card can draw a panorama, and how large a picture it can hold. Asked once. */
let largest: number | undefined;

/** Pixels; 0 without WebGL. */
export function largestTexture(): number {
  largest ??= ask();
  return largest;
}

function ask(): number {
  try {
    const context = document.createElement('canvas').getContext('webgl2');
    if (!context) return 0;
    const size: unknown = context.getParameter(context.MAX_TEXTURE_SIZE);
    // A browser has few contexts to give: this one is handed back at once.
    context.getExtension('WEBGL_lose_context')?.loseContext();
    return typeof size === 'number' ? size : 0;
  } catch {
    return 0;
  }
}
