/** `npm run foyer -- venue …`: everything a designer does with a venue, over HTTP. */
import { runServerCommand, type ServerCommandContext } from './serverCommand.ts';
import { exportVenue } from './venue/export.ts';
import { diff, history, restore } from './venue/history.ts';
import { importVenue } from './venue/import.ts';
import { publish, unpublish } from './venue/publication.ts';
import { venueOptions } from './venue/run.ts';
import { save, validate } from './venue/save.ts';

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

export const venueCommand = (words: readonly string[], context: ServerCommandContext): Promise<number> =>
  runServerCommand(
    {
      name: 'venue',
      usage: venueUsage,
      options: venueOptions,
      commands: {
        validate,
        save,
        publish,
        unpublish,
        history,
        diff,
        restore,
        export: exportVenue,
        import: importVenue,
      },
    },
    words,
    context,
  );
