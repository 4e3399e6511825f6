/** A list of people as it is imported: which columns there are, and what is wrong with which line. */
import { setImmediate as turn } from 'node:timers/promises';
import { importedPeople, locales, profileValueLength, roles, type Locale, type Role } from '@foyer/contract';
import { csvRows, type CsvRow } from './csv.ts';
import { emailAddress, type EmailAddress } from '../emailAddress.ts';

export interface Person {
  readonly address: EmailAddress;
  readonly name: string;
  readonly company: string;
  readonly title: string;
  readonly roles: readonly Role[];
  readonly locale: Locale | undefined;
}

export interface LineFault {
  readonly line: number;
  readonly reason: string;
}

const columns = ['email', 'name', 'company', 'title', 'role', 'locale'] as const;
type Column = (typeof columns)[number];

/** More of them help nobody. */
const faultsListed = 200;
/** Other requests have their turn after so many rows. */
const rowsPerTurn = 250;

/** The people of a list; where there are faults they are listed and nobody is. */
export async function readPeople(csv: string): Promise<{ people: Person[]; faults: LineFault[] }> {
  const people: Person[] = [];
  const faults: LineFault[] = [];
  const lines = new Map<string, number>();
  let header: readonly (Column | undefined)[] | undefined;
  let rows = 0;
  for (const row of csvRows(csv)) {
    if (header === undefined) {
      const { names, fault } = readHeader(row);
      if (fault !== undefined) return { people: [], faults: [{ line: row.line, reason: fault }] };
      header = names;
      continue;
    }
    rows += 1;
    if (rows % rowsPerTurn === 0) await turn();
    if (rows > importedPeople) {
      const reason = `is one more than the ${importedPeople} people that a list may have`;
      return { people: [], faults: [{ line: row.line, reason }] };
    }
    const read = readPerson(row, header, lines);
    if (typeof read !== 'string') people.push(read);
    else if (faults.push({ line: row.line, reason: read }) >= faultsListed) break;
  }
  if (header === undefined)
    faults.push({ line: 1, reason: `is empty; expected the columns ${columns.join(', ')}` });
  return faults.length > 0 ? { people: [], faults } : { people, faults };
}

function readHeader({ fields }: CsvRow): { names: (Column | undefined)[]; fault?: string } {
  const names = fields.map((field) => columns.find((column) => column === field.toLowerCase()));
  const unknown = fields.find((field, index) => field !== '' && names[index] === undefined);
  if (unknown !== undefined)
    return { names, fault: `has a column ${shown(unknown)}; expected ${columns.join(', ')}` };
  const twice = names.find((name, index) => name !== undefined && names.indexOf(name) !== index);
  if (twice !== undefined) return { names, fault: `has the column ${twice} twice` };
  return names.includes('email') ? { names } : { names, fault: 'has no column email' };
}

/** The person of a row, or what is wrong with it. */
function readPerson(
  { line, fields, fault }: CsvRow,
  header: readonly (Column | undefined)[],
  lines: Map<string, number>,
): Person | string {
  if (fault !== undefined) return fault;
  if (fields.slice(header.length).some((field) => field !== '')) return 'has more fields than the first line';
  const valueOf = (column: Column) => fields[header.indexOf(column)] ?? '';
  const address = emailAddress(valueOf('email'));
  if (address === undefined) return `has no email address but ${shown(valueOf('email'))}`;
  const before = lines.get(address.key);
  if (before !== undefined) return `names ${address.email}, as line ${before} does`;
  lines.set(address.key, line);
  for (const column of ['name', 'company', 'title'] as const) {
    if (valueOf(column).length > profileValueLength)
      return `has a ${column} of more than ${profileValueLength} characters`;
    if (/\p{Cc}/u.test(valueOf(column))) return `has a control character in the column ${column}`;
  }
  const given = rolesIn(valueOf('role'));
  if (typeof given === 'string')
    return `has a role ${shown(given)}; expected attendee, host, designer or admin`;
  const wanted = valueOf('locale').toLowerCase();
  const locale = locales.find((name) => name.toLowerCase() === wanted);
  if (wanted !== '' && locale === undefined) return `has a language ${shown(wanted)}, which is not supported`;
  const [name, company, title] = [valueOf('name'), valueOf('company'), valueOf('title')];
  return { address, name, company, title, roles: given, locale };
}

/** As in `host`, `ROLE_HOST` or `host designer`; the first that is none as a text. */
function rolesIn(text: string): readonly Role[] | string {
  const given: Role[] = [];
  for (const word of text.split(/[\s,;|+]+/).filter(Boolean)) {
    const wanted = word.toUpperCase();
    const role = roles.find((name) => name === wanted || name === `ROLE_${wanted}`);
    if (role === undefined) return word;
    given.push(role);
  }
  return given;
}

/** Short and on one line. */
const shown = (text: string): string => JSON.stringify(text.slice(0, 60));
