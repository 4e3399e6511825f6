/** Reading a value that is perhaps not a venue: what does not fit is passed over, the schema names it. */
export type Loose = Readonly<Record<string, unknown>>;

export const asRecord = (value: unknown): Loose | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : undefined;

export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The objects of a list, each with its index. */
export function* entriesOf(value: unknown): Generator<readonly [number, Loose]> {
  if (!Array.isArray(value)) return;
  for (const [index, entry] of value.entries()) {
    const record = asRecord(entry);
    if (record) yield [index, record];
  }
}

/** What stands at a path, undefined where there is nothing. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Record<PropertyKey, unknown>)[step];
  }
  return current;
}
