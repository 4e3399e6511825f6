/** Reads JSON of unknown shape. Values of another type are skipped: the schema check reports them. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export const asRecord = (value: unknown): JsonRecord | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : undefined;

export const asString = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** The objects of an array, each with its index. */
export function* indexedRecords(value: unknown): Generator<readonly [number, JsonRecord]> {
  if (!Array.isArray(value)) return;
  for (const [index, entry] of value.entries()) {
    const record = asRecord(entry);
    if (record) yield [index, record];
  }
}

/** The value at a path; undefined if there is none. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Record<PropertyKey, unknown>)[step];
  }
  return current;
}
