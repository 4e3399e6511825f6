/** Input of the user that only the memory of the page has: a reload that the user has not requested waits for it. */
const checks = new Set<() => boolean>();

/** Registers a check of a feature. Returns a function that removes it. */
export function registerUnsavedInput(hasInput: () => boolean): () => void {
  checks.add(hasInput);
  return () => void checks.delete(hasInput);
}

export const hasUnsavedInput = (): boolean => [...checks].some((hasInput) => hasInput());
