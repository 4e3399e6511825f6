import { ApiError } from '#platform/apiError';

/** Parameter values that both engines support. */
export type Parameter = string | number | bigint | null | Uint8Array;

/**
 * Rejects values that an engine would silently store as something else: node:sqlite treats a leading Date as named
 * parameters, and converts NaN to null and booleans to numbers; PostgreSQL rejects U+0000, SQLite stores it. Integers
 * beyond 2^53 are rejected because they could not be read back.
 */
export const checkParameters = (parameters: readonly unknown[]): readonly Parameter[] => {
  for (let index = 0; index < parameters.length; index++) {
    const error = errorOf(parameters[index]);
    if (error !== undefined) throw new TypeError(`Statement parameter ${index + 1} is ${error}`);
  }
  return parameters as readonly Parameter[];
};

const errorOf = (value: unknown): string | undefined => {
  switch (typeof value) {
    case 'string':
      if (value.includes('\0'))
        throw new ApiError('invalidInput', 'Texts must not contain the character U+0000.');
      return undefined;
    case 'number':
      if (!Number.isFinite(value)) return `${value}, not a finite number`;
      return Number.isInteger(value) && !Number.isSafeInteger(value) ? `${value}, beyond 2^53` : undefined;
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? undefined : `${value}, beyond 2^53`;
    case 'object':
      return value === null || value instanceof Uint8Array
        ? undefined
        : `an object (${value.constructor?.name})`;
    default:
      return `of type ${typeof value}`;
  }
};
