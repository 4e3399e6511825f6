/** Generates hostile variants of example input: wrong types, sizes, encodings, unknown fields and damaged JSON. */

export type Random = () => number;
export const pick = <T>(random: Random, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)] as T;

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Values in place of an id, a number or a text. */
const hostileValues: readonly ((random: Random) => unknown)[] = [
  () => null,
  () => true,
  () => -1,
  () => 0,
  () => 1e308,
  () => Number.MAX_SAFE_INTEGER + 2,
  () => 0.1,
  () => '',
  () => ' ',
  () => '\u0000',
  () => '\uD800',
  () => '../../../etc/passwd',
  () => '__proto__',
  () => 'constructor',
  () => "' or 1=1 --",
  () => '${7*7}{{7*7}}',
  () => '<script>alert(1)</script>',
  () => '\u202Eevil',
  () => '٠١٢',
  () => '2026-02-30T25:61:61Z',
  (random) => 'x'.repeat(Math.floor(random() * 70_000)),
  (random) => '<'.repeat(Math.floor(random() * 30_000)),
  (random) => ' '.repeat(Math.floor(random() * 30_000)),
  (random) => Array.from({ length: Math.floor(random() * 2_000) }, (_none, index) => `u${index}`),
  (random) => deep(Math.floor(random() * 500)),
  () => ({ toString: 'x', __proto__: null }),
  () => [],
  () => ({}),
];
export const hostileValue = (random: Random): unknown => pick(random, hostileValues)(random);

/** A copy of a JSON value with one or two places replaced, removed or added. */
export function mutate(value: unknown, random: Random): unknown {
  const copy = structuredClone(value);
  if (typeof copy !== 'object' || copy === null || random() < 0.05) return hostileValue(random);
  const fields = copy as Record<string, unknown>;
  const key = pick(random, [...Object.keys(fields), 'unknownField']);
  const chance = random();
  if (chance < 0.15) delete fields[key];
  else if (chance < 0.3)
    fields[pick(random, ['__proto__', 'constructor', 'unknown', ''])] = hostileValue(random);
  else if (chance < 0.6 && typeof fields[key] === 'object') fields[key] = mutate(fields[key], random);
  else fields[key] = hostileValue(random);
  return random() < 0.3 ? mutate(copy, random) : copy;
}

/** A value as JSON text, sometimes damaged. */
export function toHostileJson(value: unknown, random: Random): string {
  const text = JSON.stringify(value) ?? '';
  const chance = random();
  if (chance < 0.85) return text;
  if (chance < 0.9) return text.slice(0, Math.floor(random() * text.length));
  if (chance < 0.94) return `${text}${text}`;
  if (chance < 0.97) return '['.repeat(Math.floor(random() * 20_000));
  return `{"a":1${'0'.repeat(Math.floor(random() * 5_000))}}`;
}
