/** Pixels of one rem, which follows the text size that the user has chosen in the browser. */
export const remPixels = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
