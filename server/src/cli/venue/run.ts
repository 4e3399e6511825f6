/** Arguments of the venue commands. */
import { UsageError, type OptionsOf, type ServerRun } from '../serverCommand.ts';

const text = { type: 'string' } as const;
export const venueOptions = { base: text, version: text, before: text, limit: text } as const;

export type Run = ServerRun<OptionsOf<typeof venueOptions>>;

export const requireArg = ({ args }: Run, index: number, what: string): string => {
  const value = args[index];
  if (value === undefined) throw new UsageError(`${what} is missing`);
  return value;
};

export function numberOf(value: string, what: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new UsageError(`${what} must be a number, not ${value}`);
  return Number(value);
}
