/** What every venue command is given, and how it ends early. */
import type { VenueClient, Destination } from '../venueClient.ts';

export interface VenueCommandContext {
  readonly to: Destination;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
}

export interface Options {
  readonly base?: string | undefined;
  readonly version?: string | undefined;
  readonly before?: string | undefined;
  readonly limit?: string | undefined;
}

export interface Run extends VenueCommandContext {
  readonly client: VenueClient;
  readonly options: Options;
  readonly args: readonly string[];
}

/** What went wrong is already printed. */
export class Stop extends Error {}
/** The words of the command line do not fit; the usage is printed as well. */
export class UsageFault extends Error {}
/** The command was understood and cannot be done; the message is what a person reads. */
export class CommandFault extends Error {}

export const usageExit = 64;

export const requireArg = ({ args }: Run, index: number, what: string): string => {
  const value = args[index];
  if (value === undefined) throw new UsageFault(`${what} is missing`);
  return value;
};

export function numberOf(value: string, what: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new UsageFault(`${what} must be a number, not ${value}`);
  return Number(value);
}
