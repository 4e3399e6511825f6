/** Faults of a venue file: the first ones are kept, all are counted. */
import { venueFaultsListed, type VenueFault, type VenueFaults } from '@foyer/contract';

export type Path = readonly PropertyKey[];

/** Where a fault of the text itself stands, both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

const plainKey = /^[A-Za-z_$][\w$-]*$/;
const keyLength = 200;

/** `['areas', 3, 'id']` as `areas[3].id`; a key that is no plain word as `areas["a key"]`. */
export function formatPath(path: Path): string {
  let written = '';
  for (const step of path) {
    if (typeof step === 'number') written += `[${step}]`;
    else if (!plainKey.test(String(step))) written += `[${JSON.stringify(String(step).slice(0, keyLength))}]`;
    else written += written === '' ? String(step) : `.${String(step)}`;
  }
  return written;
}

/** A value as it is quoted in a reason: short, on one line. */
export function quoted(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 77)}...` : value);
}

export class FaultList {
  readonly #listed: VenueFault[];
  #total: number;

  /** @param earlier faults that were found before, kept in front */
  constructor(earlier?: VenueFaults) {
    this.#listed = [...(earlier?.faults ?? [])];
    this.#total = earlier?.total ?? 0;
  }

  get total(): number {
    return this.#total;
  }

  add(path: Path, reason: string, place?: Place): void {
    this.#total += 1;
    if (this.#listed.length < venueFaultsListed)
      this.#listed.push({ path: formatPath(path), reason, ...place });
  }

  toFaults(): VenueFaults {
    return { faults: this.#listed, total: this.#total };
  }
}
