/** Validates input against the schemas of endpoints and commands. Errors name the parameter or field. */
import * as z from 'zod';
import type { Endpoint } from '@foyer/contract';
import { ApiError } from '#platform/apiError';

z.config(z.locales.en());

type Schema = NonNullable<Endpoint['params']>;

/** `where` completes "The … architectureId is missing": parameter for path and query, field for bodies. */
export function validateInput(schema: Schema, input: unknown, where: 'parameter' | 'field'): unknown {
  const checked = z.safeParse(schema, input);
  if (checked.success) return checked.data;
  // A missing value is reported before other errors.
  const { issues } = checked.error;
  const missing = issues.find((issue) => isMissing(issue, input));
  if (missing) throw new ApiError('missingParameter', `The ${where} ${nameOf(missing.path)} is missing.`);
  throw new ApiError('invalidInput', describe(issues[0], where));
}

function isMissing(issue: z.core.$ZodIssue, input: unknown): boolean {
  if (issue.path.length === 0) return false;
  let value: unknown = input;
  for (const step of issue.path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
      return value !== undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value === undefined;
}

const nameOf = (path: readonly PropertyKey[]): string =>
  path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : `${index ? '.' : ''}${printable(String(step))}`,
    )
    .join('');

/** Shortens untrusted keys and replaces unprintable characters before they are quoted. */
const printable = (text: string): string => text.slice(0, 80).replaceAll(/[^\x20-\x7e]/g, '?');

function describe(issue: z.core.$ZodIssue | undefined, where: string): string {
  if (issue === undefined) return 'The input is invalid.';
  if (issue.code === 'unrecognized_keys') {
    const inside = issue.path.length ? ` in ${nameOf(issue.path)}` : '';
    return `Unknown ${where}: ${issue.keys.slice(0, 3).map(printable).join(', ')}${inside}.`;
  }
  const subject = issue.path.length
    ? `The ${where} ${nameOf(issue.path)}`
    : where === 'field'
      ? 'The body'
      : 'The query';
  return `${subject} is invalid: ${issue.message.slice(0, 300)}.`;
}
