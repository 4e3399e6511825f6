/** Caches the result of an async function. After a failure the next call runs it again. */
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
