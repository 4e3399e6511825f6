/** `npm run foyer -- venue …`: everything a designer does with a venue, over HTTP. */
import { parseArgs } from 'node:util';
import { FileFault } from './fileFault.ts';
import { exportVenue } from './venue/export.ts';
import { diff, history, restore } from './venue/history.ts';
import { importVenue } from './venue/import.ts';
import { publish, unpublish } from './venue/publication.ts';
import {
  CommandFault,
  Stop,
  UsageFault,
  usageExit,
  type Options,
  type Run,
  type VenueCommandContext,
} from './venue/run.ts';
import { save, validate } from './venue/save.ts';
import { ArchiveFault } from './venueArchive.ts';
import { CallFailed, VenueClient } from './venueClient.ts';

export const venueUsage = `venue validate FILE                  checks a venue file and stores nothing
venue save FILE [--base N]           saves it to the stage, on the version it was exported from;
                                     N for a file that does not say, newest to save over whatever is there
venue publish [ID] [--version N]     publishes what is staged; with --version only if that is still the newest
venue unpublish                      takes the live venue down
venue history [ID] [--before N] [--limit N]
venue diff FROM TO                   areas, widgets, texts, assets and settings that differ
venue restore VERSION [--base N]     saves an earlier version again, as the next number
venue export FILE.tar [ID] [--version N]   a venue with all its assets
venue import FILE.tar [--base N]     uploads the assets that differ, then saves the venue`;

const commands: Readonly<Record<string, (run: Run) => Promise<void>>> = {
  validate,
  save,
  publish,
  unpublish,
  history,
  diff,
  restore,
  export: exportVenue,
  import: importVenue,
};

/** Runs one venue command. Returns the exit code: 0, 1 where something was refused, 64 for a wrong usage. */
export async function venueCommand(words: readonly string[], context: VenueCommandContext): Promise<number> {
  const [name = '', ...rest] = words;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  try {
    if (command === undefined)
      throw new UsageFault(name === '' ? 'Which venue command?' : `There is no venue command ${name}`);
    const text = { type: 'string' } as const;
    const { values, positionals } = parse(rest, { base: text, version: text, before: text, limit: text });
    await command({ ...context, client: new VenueClient(context.to), options: values, args: positionals });
    return 0;
  } catch (fault) {
    if (fault instanceof UsageFault) {
      context.printError(fault.message);
      context.printError(venueUsage);
      return usageExit;
    }
    if (isForPeople(fault)) context.printError(fault.message);
    else if (!(fault instanceof Stop)) throw fault;
    return 1;
  }
}

function parse(
  args: string[],
  options: NonNullable<Parameters<typeof parseArgs>[0]>['options'] & object,
): { values: Options; positionals: string[] } {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (fault) {
    throw new UsageFault((fault as Error).message);
  }
}

const isForPeople = (fault: unknown): fault is Error =>
  [CallFailed, CommandFault, ArchiveFault, FileFault].some((kind) => fault instanceof kind);
