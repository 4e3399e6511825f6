/** `npm run foyer -- venue …`: manages venues over HTTP. */
import { runServerCommand, type ServerCommandContext } from './serverCommand.ts';
import { exportVenue } from './venue/export.ts';
import { diff, history, restore } from './venue/history.ts';
import { importVenue } from './venue/import.ts';
import { publish, unpublish } from './venue/publication.ts';
import { venueOptions } from './venue/run.ts';
import { save, validate } from './venue/save.ts';

export const venueUsage = `venue validate FILE                  validates a venue file without storing it
venue save FILE [--base N]           saves it to the stage, based on the version it was exported from;
                                     N sets the base version, "newest" overwrites the newest version
venue publish [ID] [--version N]     publishes the staged version; with --version only if it is still N
venue unpublish                      unpublishes the live venue
venue history [ID] [--before N] [--limit N]
venue diff FROM TO                   compares areas, widgets, texts, assets and settings
venue restore VERSION [--base N]     saves an earlier version again as the newest version
venue export FILE.tar [ID] [--version N]
                                     exports a venue with all its assets
venue import FILE.tar [--base N]     uploads the changed assets, then saves the venue`;

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
