/** What one page of the login tells the next one of this tab, which may be loaded anew: an email, and what went well. */
import * as z from 'zod/mini';
import { safeStorage } from '../../platform/storage/browserStorage.ts';

/** Told soon or never: what is older belongs to a page that nobody has come to. */
const freshMs = 120_000;

const handed = z.object({
  at: z.number(),
  email: z.string(),
  news: z.enum(['passwordSet', 'confirmed', 'emailChanged']),
});
export type HandedOver = Omit<z.infer<typeof handed>, 'at'>;

const tabStorage = safeStorage(() => window.sessionStorage, new Map());
const key = 'foyer.toTheLogin';

export const handOver = (what: HandedOver): void =>
  tabStorage.set(key, JSON.stringify({ ...what, at: Date.now() }));

/** What was handed over, undefined where nothing was. */
export function handedOver(): HandedOver | undefined {
  const text = tabStorage.get(key);
  if (text === null) return undefined;
  const parsed = z.safeParse(handed, JSON.parse(text));
  return parsed.success && Date.now() - parsed.data.at < freshMs ? parsed.data : undefined;
}

/** It is told once. */
export const forgetHandedOver = (): void => tabStorage.remove(key);
