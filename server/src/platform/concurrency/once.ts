/** Asks once and keeps the answer; an asking that failed is done again by whoever comes next. */
export function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= ask().catch((fault: unknown) => {
      asked = undefined;
      throw fault;
    });
    return asked;
  };
}
