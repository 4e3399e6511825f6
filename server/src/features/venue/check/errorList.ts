/** Errors of a venue file: keeps the first ones and counts all. */
import { venueErrorsMax, type VenueError, type VenueErrors } from '@foyer/contract';

export type Path = readonly PropertyKey[];

export interface ArchitectureWarning {
  /** Below the architecture. */
  readonly path: Path;
  readonly reason: string;
}

/** Position of an error in the text; both count from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

const plainKey = /^[A-Za-z_$][\w$-]*$/;
const keyLength = 200;

/** Formats `['areas', 3, 'id']` as `areas[3].id`, and keys that are not identifiers as `areas["a key"]`. */
export function formatPath(path: Path): string {
  let formatted = '';
  for (const step of path) {
    if (typeof step === 'number') formatted += `[${step}]`;
    else if (!plainKey.test(String(step)))
      formatted += `[${JSON.stringify(String(step).slice(0, keyLength))}]`;
    else formatted += formatted === '' ? String(step) : `.${String(step)}`;
  }
  return formatted;
}

/** Formats a value for a message: short, on one line. */
export function quoted(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 77)}...` : value);
}

export class ErrorList {
  private readonly listed: VenueError[];
  private count: number;

  /** @param earlier errors found before; they come first */
  constructor(earlier?: VenueErrors) {
    this.listed = [...(earlier?.errors ?? [])];
    this.count = earlier?.total ?? 0;
  }

  get total(): number {
    return this.count;
  }

  add(path: Path, reason: string, position?: TextPosition): void {
    this.count += 1;
    if (this.listed.length < venueErrorsMax)
      this.listed.push({ path: formatPath(path), reason, ...position });
  }

  toErrors(): VenueErrors {
    return { errors: this.listed, total: this.count };
  }
}
