/** What one page of the login tells the next one of this tab, which may be loaded anew: an email, and what went well. */
import * as z from 'zod/mini';
import { safeStorage } from '../../platform/storage/browserStorage.ts';

const handed = z.object({
  email: z.string(),
  news: z.enum(['passwordSet', 'confirmed', 'emailChanged']),
});
export type HandedOver = z.infer<typeof handed>;

const tabStorage = safeStorage(() => window.sessionStorage, new Map());
const key = 'foyer.toTheLogin';

export const handOver = (what: HandedOver): void => tabStorage.set(key, JSON.stringify(what));

/** What was handed over, undefined where nothing was. */
export function handedOver(): HandedOver | undefined {
  const text = tabStorage.get(key);
  if (text === null) return undefined;
  const parsed = z.safeParse(handed, JSON.parse(text));
  return parsed.success ? parsed.data : undefined;
}

/** It is told once. */
export const forgetHandedOver = (): void => tabStorage.remove(key);
