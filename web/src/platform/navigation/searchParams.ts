/** Parses search values as plain text: `7` stays a string, and nothing is parsed as JSON. */

import { isolationKey } from '@foyer/contract/isolation';

export type SearchValues = Record<string, string | string[] | undefined>;

export function parseSearch(search: string): SearchValues {
  const values: SearchValues = {};
  for (const key of new Set(new URLSearchParams(search).keys())) {
    // Keys are untrusted and must not reach a prototype. `coi` is the document's and no route's, so the router does not
    // know it: no link and no `redirect` gets it (COI-03).
    if (key === '__proto__' || key === isolationKey) continue;
    const all = new URLSearchParams(search).getAll(key);
    values[key] = all.length === 1 ? (all[0] ?? '') : all;
  }
  return values;
}

export function stringifySearch(values: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    for (const entry of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof entry === 'string' || typeof entry === 'number' || typeof entry === 'boolean') {
        search.append(key, String(entry));
      }
    }
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
