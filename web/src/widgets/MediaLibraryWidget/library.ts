/** The entries of a library in one language, and how they are filtered and sorted. */
import {
  compareByName,
  kinds,
  LocalizedMedium,
  matcherOf,
  textOf,
  type FileItem,
  type Kind,
  type MediaContext,
  type MediaItem,
} from '../media/mediaItem.ts';
import type { ConfigurationOf } from '../registry/widgetProps.ts';

type Folder = ConfigurationOf<'MediaLibraryWidget'>['folders'][number];

export interface Entry extends MediaItem {
  readonly folderId: string;
}

/** An entry with a file. */
export type FileEntry = FileItem<Entry>;

export interface LibraryFolder {
  readonly id: string;
  readonly name: string;
  readonly count: number;
}

export interface Library {
  readonly entries: readonly Entry[];
  readonly byId: ReadonlyMap<string, Entry>;
  readonly folders: readonly LibraryFolder[];
}

class LibraryEntry extends LocalizedMedium implements Entry {
  readonly folderId: string;

  constructor(folderId: string, ...medium: ConstructorParameters<typeof LocalizedMedium>) {
    super(...medium);
    this.folderId = folderId;
  }
}

export function createLibrary(folders: readonly Folder[], context: MediaContext): Library {
  const byId = new Map<string, Entry>();
  const counts = new Map<string, number>();
  for (const folder of folders)
    for (const medium of folder.media) {
      // Saving refuses a second medium of an id, but a venue may be older than that check.
      if (byId.has(medium.id)) continue;
      byId.set(medium.id, new LibraryEntry(folder.id, medium, byId.size, context));
      counts.set(folder.id, (counts.get(folder.id) ?? 0) + 1);
    }
  return {
    entries: [...byId.values()],
    byId,
    folders: folders.map(({ id, names }) => ({
      id,
      name: textOf(context, names) || id,
      count: counts.get(id) ?? 0,
    })),
  };
}

export interface Filter {
  /** Undefined: all folders. */
  readonly folderId: string | undefined;
  /** Undefined: all kinds. */
  readonly kind: Kind | undefined;
  readonly typed: string;
}

const isIn = (entry: Entry, folderId: string | undefined): boolean =>
  folderId === undefined || entry.folderId === folderId;

export function filterEntries(entries: readonly Entry[], { folderId, kind, typed }: Filter): Entry[] {
  const matches = matcherOf(typed);
  return entries.filter(
    (entry) => isIn(entry, folderId) && (kind === undefined || entry.kind === kind) && matches(entry),
  );
}

export interface KindCount {
  readonly kind: Kind;
  readonly count: number;
}

/**
 * The kinds that a folder has, or the whole library, each with the number of entries that its filter would show. A kind
 * stays, with 0, when the search finds none of it: the filters must not move while the user types.
 */
export function countKinds(
  entries: readonly Entry[],
  { folderId, typed }: Pick<Filter, 'folderId' | 'typed'>,
): KindCount[] {
  const matches = matcherOf(typed);
  const counts = new Map<Kind, number>();
  for (const entry of entries)
    if (isIn(entry, folderId))
      counts.set(entry.kind, (counts.get(entry.kind) ?? 0) + (matches(entry) ? 1 : 0));
  return kinds.flatMap((kind) => {
    const count = counts.get(kind);
    return count === undefined ? [] : [{ kind, count }];
  });
}

export const orders = ['file', 'name', 'kind', 'size'] as const;
export type Order = (typeof orders)[number];

export type Compare = (a: Entry, b: Entry) => number;

const kindRank = (entry: Entry): number => kinds.indexOf(entry.kind);
const bytesOf = ({ asset }: Entry): number => asset?.bytes ?? -1;

/** The largest files first, links last. */
export function compareBy(order: Order, language: string): Compare {
  if (order === 'file') return (a, b) => a.position - b.position;
  if (order === 'kind') return (a, b) => kindRank(a) - kindRank(b) || a.position - b.position;
  if (order === 'size') return (a, b) => bytesOf(b) - bytesOf(a) || a.position - b.position;
  return compareByName(language);
}
