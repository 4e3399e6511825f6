/** Checks a value against the contract's schema and words the issues for designers. */
import { venue, type Venue } from '@foyer/contract';
import { quoted, type ErrorList, type Path } from './errorList.ts';
import { asRecord, asString, valueAt } from './untypedJson.ts';

/** The fields of a zod issue that are read here; which of them are set depends on `code`. */
interface Issue {
  readonly code?: string | undefined;
  readonly path: Path;
  readonly message: string;
  readonly expected?: string;
  readonly format?: string;
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly inclusive?: boolean;
  readonly values?: readonly unknown[];
  readonly keys?: readonly string[];
  readonly discriminator?: string;
  readonly options?: readonly unknown[];
  readonly errors?: readonly (readonly Issue[])[];
}

/** The venue with its defaults filled in, or undefined if errors were added. */
export function checkSchema(value: unknown, errors: ErrorList): Venue | undefined {
  const result = parse(value);
  if (result === undefined) errors.add([], 'has too many errors to list');
  else if (result.success) return result.data;
  else for (const issue of result.error.issues) addIssue(value, issue as Issue, errors);
  return undefined;
}

/** Undefined if there are so many issues that zod, which passes them on as arguments, overflows the stack. */
function parse(value: unknown): ReturnType<typeof venue.safeParse> | undefined {
  try {
    return venue.safeParse(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function addIssue(root: unknown, issue: Issue, errors: ErrorList): void {
  const where = describeLocation(root, issue.path);
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys ?? []) errors.add([...issue.path, key], `is not a known field${where}`);
  } else if (issue.code === 'invalid_union' && issue.discriminator === undefined) {
    for (const inner of closestForm(issue))
      addIssue(root, { ...inner, path: [...issue.path, ...inner.path] }, errors);
  } else {
    errors.add(issue.path, `${reasonOf(issue, valueAt(root, issue.path))}${where}`);
  }
}

/** The issues of the union member that the value is closest to. */
function closestForm(issue: Issue): readonly Issue[] {
  const distance = (issues: readonly Issue[]) =>
    issues.reduce(
      (sum, inner) => sum + (inner.code === 'unrecognized_keys' ? 2 * (inner.keys?.length ?? 1) : 1),
      0,
    );
  const forms = issue.errors ?? [];
  if (forms.length === 0) return [{ code: 'custom', path: [], message: 'has none of the allowed forms' }];
  return forms.reduce((best, form) => (distance(form) < distance(best) ? form : best));
}

function reasonOf(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeReason(issue.expected ?? 'another type', value);
    case 'invalid_value':
      return value === undefined
        ? 'is missing'
        : `${quoted(value)} is not ${(issue.values ?? []).length === 1 ? '' : 'one of '}${(issue.values ?? []).map(String).join(', ')}`;
    case 'invalid_union':
      return discriminatorReason(issue, value);
    case 'invalid_format':
      return issue.format === 'datetime'
        ? `${quoted(value)} is not a timestamp with a UTC offset, for example 2026-11-20T14:30:00Z`
        : `${quoted(value)} ${ownMessage(issue.message) ?? `is not a valid ${issue.format ?? 'value'}`}`;
    case 'too_big':
      return issue.origin === 'string'
        ? `is longer than ${issue.maximum} characters`
        : `${quoted(value)} is more than ${issue.maximum}`;
    case 'too_small':
      if (issue.origin === 'string') return `is shorter than ${issue.minimum} characters`;
      return `${quoted(value)} is ${issue.inclusive === false ? 'not more' : 'less'} than ${issue.minimum}`;
    default:
      return ownMessage(issue.message) ?? 'is not allowed here';
  }
}

// zod/mini has no messages of its own; messages of the contract are kept.
const ownMessage = (message: string) => (message === 'Invalid input' || message === '' ? undefined : message);

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function typeReason(expected: string, value: unknown): string {
  if (value === undefined) return 'is missing';
  return `must be ${typeNames[expected] ?? expected}, not ${quoted(value)}`;
}

function discriminatorReason(issue: Issue, value: unknown): string {
  if (value === undefined) return 'is missing';
  if (issue.discriminator === 'type') return `unknown widget type ${quoted(value)}`;
  return `unknown ${issue.discriminator} ${quoted(value)}, must be ${(issue.options ?? []).map(quoted).join(' or ')}`;
}

const partNames: Readonly<Record<string, string>> = {
  areas: 'area',
  viewPoints: 'viewpoint',
  doors: 'door',
  contentWidgets: 'widget',
  globalWidgets: 'global widget',
  configurations: 'configuration',
};

/** ` (widget "poster" of area "lobby")` for a path below them, so that designers find an error without counting indexes. */
export function describeLocation(root: unknown, path: Path): string {
  const names: string[] = [];
  for (let length = 2; length <= path.length; length += 1) {
    const part = partNames[String(path[length - 2])];
    if (part === undefined || typeof path[length - 1] !== 'number') continue;
    const name = asString(asRecord(valueAt(root, path.slice(0, length)))?.['id']);
    if (name !== undefined) names.unshift(`${part} ${quoted(name)}`);
  }
  return names.length === 0 ? '' : ` (${names.join(' of ')})`;
}
