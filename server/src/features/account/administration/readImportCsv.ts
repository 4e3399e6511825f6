/** Validates an imported list of accounts: its columns, each row, and the errors by line. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  accountImportRowsMax,
  locales,
  profileValueLength,
  roles,
  type Locale,
  type Role,
} from '@foyer/contract';
import { readCsvRows, type CsvRow } from './csv.ts';
import { parseEmailAddress, type EmailAddress } from '../emailAddress.ts';

export interface ImportedAccount {
  readonly address: EmailAddress;
  readonly name: string;
  readonly company: string;
  readonly title: string;
  readonly roles: readonly Role[];
  readonly locale: Locale | undefined;
}

export interface LineError {
  readonly line: number;
  readonly reason: string;
}

const columns = ['email', 'name', 'company', 'title', 'role', 'locale'] as const;
type Column = (typeof columns)[number];

/** Reading stops after this many errors. */
const maxErrors = 200;
/** After this many rows the event loop handles other requests. */
const rowsPerTick = 250;

/** The accounts of a list, or the errors; no accounts if there are errors. */
export async function readImportCsv(
  csv: string,
): Promise<{ accounts: ImportedAccount[]; errors: LineError[] }> {
  const accounts: ImportedAccount[] = [];
  const errors: LineError[] = [];
  const lines = new Map<string, number>();
  let header: readonly (Column | undefined)[] | undefined;
  let rows = 0;
  for (const row of readCsvRows(csv)) {
    if (header === undefined) {
      const { names, error } = readHeader(row);
      if (error !== undefined) return { accounts: [], errors: [{ line: row.line, reason: error }] };
      header = names;
      continue;
    }
    rows += 1;
    if (rows % rowsPerTick === 0) await yieldToEventLoop();
    if (rows > accountImportRowsMax) {
      const reason = `exceeds the limit of ${accountImportRowsMax} accounts per list`;
      return { accounts: [], errors: [{ line: row.line, reason }] };
    }
    const read = readAccount(row, header, lines);
    if (typeof read !== 'string') accounts.push(read);
    else if (errors.push({ line: row.line, reason: read }) >= maxErrors) break;
  }
  if (header === undefined)
    errors.push({ line: 1, reason: `is empty; expected the columns ${columns.join(', ')}` });
  return errors.length > 0 ? { accounts: [], errors } : { accounts, errors };
}

function readHeader({ fields }: CsvRow): { names: (Column | undefined)[]; error?: string } {
  const names = fields.map((field) => columns.find((column) => column === field.toLowerCase()));
  const unknown = fields.find((field, index) => field !== '' && names[index] === undefined);
  if (unknown !== undefined)
    return { names, error: `has a column ${quoted(unknown)}; expected ${columns.join(', ')}` };
  const twice = names.find((name, index) => name !== undefined && names.indexOf(name) !== index);
  if (twice !== undefined) return { names, error: `has the column ${twice} twice` };
  return names.includes('email') ? { names } : { names, error: 'has no column email' };
}

/** The account of a row, or the row's error. */
function readAccount(
  { line, fields, error }: CsvRow,
  header: readonly (Column | undefined)[],
  lines: Map<string, number>,
): ImportedAccount | string {
  if (error !== undefined) return error;
  if (fields.slice(header.length).some((field) => field !== '')) return 'has more fields than the header';
  const valueOf = (column: Column) => fields[header.indexOf(column)] ?? '';
  const address = parseEmailAddress(valueOf('email'));
  if (address === undefined) return `has an invalid email address ${quoted(valueOf('email'))}`;
  const before = lines.get(address.key);
  if (before !== undefined) return `repeats ${address.email} of line ${before}`;
  lines.set(address.key, line);
  for (const column of ['name', 'company', 'title'] as const) {
    if (valueOf(column).length > profileValueLength)
      return `has a ${column} of more than ${profileValueLength} characters`;
    if (/\p{Cc}/u.test(valueOf(column))) return `has a control character in the column ${column}`;
  }
  const rolesOrUnknown = parseRoleNames(valueOf('role'));
  if (typeof rolesOrUnknown === 'string')
    return `has a role ${quoted(rolesOrUnknown)}; expected attendee, host, designer or admin`;
  const localeName = valueOf('locale').toLowerCase();
  const locale = locales.find((name) => name.toLowerCase() === localeName);
  if (localeName !== '' && locale === undefined)
    return `has a language ${quoted(localeName)} that is not supported`;
  const [name, company, title] = [valueOf('name'), valueOf('company'), valueOf('title')];
  return { address, name, company, title, roles: rolesOrUnknown, locale };
}

/** Parses `host`, `ROLE_HOST` or `host designer`. Returns the first unknown role as a string. */
function parseRoleNames(text: string): readonly Role[] | string {
  const found: Role[] = [];
  for (const word of text.split(/[\s,;|+]+/).filter(Boolean)) {
    const upper = word.toUpperCase();
    const role = roles.find((name) => name === upper || name === `ROLE_${upper}`);
    if (role === undefined) return word;
    found.push(role);
  }
  return found;
}

/** Quoted for a message: cut to 60 characters, on one line. */
const quoted = (text: string): string => JSON.stringify(text.slice(0, 60));
