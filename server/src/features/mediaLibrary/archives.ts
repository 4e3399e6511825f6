/** Puts the files of a media library together into archives. */
import {
  selectLocalized,
  selectLocalizedText,
  type Locale,
  type LocalizedText,
  type OperatingMode,
} from '@foyer/contract';
import { fileNameOf } from '@foyer/contract/fileNames';
import { ApiError } from '#platform/apiError';
import type { Clock } from '#platform/clock';
import type { ZipEntry } from '#platform/files/zip';
import type { LibraryFile, MediaLibraryPorts } from './ports.ts';
import {
  findLibrary,
  selectMedia,
  type Library,
  type LibraryAddress,
  type LibraryFolder,
  type Selection,
} from './selection.ts';
import { maxFileName, maxFolderName, UniqueNames } from './uniqueNames.ts';

export interface ArchiveRequest extends LibraryAddress, Selection {
  readonly mode: OperatingMode;
  /** The language of the file names, and of the files if a medium has one for each language. */
  readonly locale: Locale;
}

export interface Archive {
  readonly fileName: string;
  readonly entries: readonly ZipEntry[];
}

export interface ArchivesDeps extends Pick<MediaLibraryPorts, 'findArchitecture' | 'findFiles'> {
  readonly clock: Clock;
  readonly defaultLocale: Locale;
}

type Medium = LibraryFolder['media'][number];

export class Archives {
  private readonly deps: ArchivesDeps;

  constructor(deps: ArchivesDeps) {
    this.deps = deps;
  }

  /** @throws ApiError `notFound`, whose message says what is missing, also if no chosen medium has a file */
  async find(request: ArchiveRequest): Promise<Archive> {
    const { mode, architectureID, locale } = request;
    const { findArchitecture, findFiles, clock } = this.deps;
    const library = findLibrary(await findArchitecture(mode, architectureID), request, clock());
    const folders = selectMedia(library, request);
    const assetIds = folders.flatMap(({ media }) =>
      media.flatMap((medium) => this.assetIdOf(medium, locale) ?? []),
    );
    const entries = this.entriesOf(folders, await findFiles(mode, architectureID, assetIds), locale);
    if (entries.length === 0) throw new ApiError('notFound', 'There are no files in this selection.');
    return { fileName: this.nameOf(library, request), entries };
  }

  private assetIdOf({ assets = [] }: Medium, locale: Locale): string | undefined {
    return selectLocalized(assets, locale, this.deps.defaultLocale)?.assetId;
  }

  private text(texts: readonly LocalizedText[], locale: Locale): string {
    return selectLocalizedText(texts, locale, this.deps.defaultLocale);
  }

  private entriesOf(
    folders: readonly LibraryFolder[],
    files: ReadonlyMap<string, LibraryFile>,
    locale: Locale,
  ): ZipEntry[] {
    const folderNames = new UniqueNames(maxFolderName);
    return folders.flatMap((folder) => {
      const names = new UniqueNames(maxFileName);
      const found = folder.media.flatMap((medium) => {
        const assetId = this.assetIdOf(medium, locale) ?? '';
        const file = files.get(assetId);
        if (file === undefined) return [];
        const name = this.text(medium.names, locale) || (file.displayName ?? assetId);
        return [{ name: names.add(name, file.extension), file }];
      });
      // A folder without files is not part of the archive, so its name stays free.
      if (found.length === 0) return [];
      const folderName = folderNames.add(this.text(folder.names, locale) || folder.id, '');
      return found.map(({ name, file }) => ({
        path: `${folderName}/${name}`,
        bytes: file.bytes,
        modifiedAt: file.storedAt,
        open: () => file.open(),
      }));
    });
  }

  private nameOf(
    { id, name, names, folders }: Library,
    { folder: folderId, locale }: ArchiveRequest,
  ): string {
    const folder = folders.find((each) => each.id === folderId);
    const text = folder === undefined ? this.text(names, locale) || name : this.text(folder.names, locale);
    return fileNameOf(text || (folderId ?? id), '.zip', maxFileName);
  }
}
