/** Media in folders. */
import * as z from 'zod/mini';
import { localizedTexts } from '../localized.ts';
import { id } from '../values.ts';
import { needlessConsentWarnings } from './consentWarnings.ts';
import { configurationOf, defineWidget, type ConfigurationIssue } from './define.ts';
import { media } from './media.ts';

const schema = configurationOf({
  folders: z.array(z.strictObject({ id, names: localizedTexts, media: z.array(media) })),
});
type Configuration = z.output<typeof schema>;

const eachMedium = ({ folders }: Configuration) =>
  folders.flatMap((folder, at) =>
    folder.media.map((medium, index) => ({ medium, path: ['folders', at, 'media', index] })),
  );

/** The address of a medium names its id only, so a medium of another folder cannot have it as well. */
function repeatedIds(configuration: Configuration): ConfigurationIssue[] {
  const folderOf = new Map<string, string | number | undefined>();
  return eachMedium(configuration).flatMap(({ medium, path }) => {
    const [, folder] = path;
    const first = folderOf.get(medium.id);
    if (first === undefined) folderOf.set(medium.id, folder);
    // The venue check finds an id that is used twice in one folder.
    if (first === undefined || first === folder) return [];
    return [{ path: [...path, 'id'], reason: `"${medium.id}" is the id of a medium of another folder` }];
  });
}

const contentWarnings = (configuration: Configuration): ConfigurationIssue[] =>
  eachMedium(configuration).flatMap(({ medium: { assets = [], uris = [], captions = [] }, path }) => {
    if (assets.length === 0 && uris.length === 0)
      return [{ path, reason: 'has neither a file nor a link: set assets or uris' }];
    return captions.length > 0 && assets.length === 0
      ? [
          {
            path: [...path, 'captions'],
            reason: 'is not used, because only films among the assets have captions',
          },
        ]
      : [];
  });

export const mediaLibraryWidget = defineWidget({
  type: 'MediaLibraryWidget',
  scope: 'content',
  built: true,
  schema,
  verb: 'open',
  errors: repeatedIds,
  warnings: (configuration) => [...contentWarnings(configuration), ...needlessConsentWarnings(configuration)],
});
