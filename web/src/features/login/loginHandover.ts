/** Passes an email and a success message to the login page in this tab, across a page load. */
import * as z from 'zod/mini';
import { readEntry, removeEntry, writeEntry } from './handoverStorage.ts';

/** Older entries are ignored: the login page was not opened. */
const maxAgeMs = 120_000;

const schema = z.object({
  at: z.number(),
  email: z.string(),
  news: z.enum(['passwordSet', 'confirmed', 'emailChanged']),
});
export type LoginHandover = Omit<z.infer<typeof schema>, 'at'>;

export function saveHandover({ email, news }: LoginHandover): void {
  writeEntry(JSON.stringify({ email, news, at: Date.now() }));
}

export function readHandover(): LoginHandover | undefined {
  const text = readEntry();
  if (text === null) return undefined;
  const parsed = z.safeParse(schema, JSON.parse(text));
  return parsed.success && Date.now() - parsed.data.at < maxAgeMs ? parsed.data : undefined;
}

/** Called after reading, so that the message is shown once. */
export const clearHandover = removeEntry;
