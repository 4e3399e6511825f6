/** The entries of a library in one language, and how they are filtered and sorted. */
import type { Asset, LocalizedText } from '@foyer/contract';
import { foldText } from '../../platform/i18n/foldText.ts';
import { playlistType } from '../../platform/video/hls.ts';
import { hostOf } from '../host/hostOf.ts';
import type { ConfigurationOf } from '../registry/widgetProps.ts';

type Folder = ConfigurationOf<'MediaLibraryWidget'>['folders'][number];
type Medium = Folder['media'][number];

/** In the order of the filter and of sorting by kind. */
export const kinds = ['document', 'picture', 'film', 'sound', 'archive', 'link'] as const;
export type Kind = (typeof kinds)[number];

export interface Entry {
  readonly id: string;
  readonly folderId: string;
  /** The position in the file. */
  readonly position: number;
  readonly name: string;
  readonly description: string;
  readonly kind: Kind;
  readonly medium: Medium;
  /** The file of the current language. */
  readonly asset: Asset | undefined;
  /** Where a link leads. An entry has neither a file nor a link if the venue does not have its file. */
  readonly uri: string | undefined;
}

/** An entry with a file. */
export type FileEntry = Entry & { readonly asset: Asset };
export const hasFile = (entry: Entry): entry is FileEntry => entry.asset !== undefined;

/** An HLS film consists of many files, so it is only played. */
export const isDownloadable = (entry: Entry): entry is FileEntry =>
  hasFile(entry) && entry.asset.mediaType !== playlistType;

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

export function kindOf(mediaType = ''): Kind {
  if (mediaType.startsWith('image/')) return 'picture';
  if (mediaType.startsWith('video/') || mediaType === playlistType) return 'film';
  if (mediaType.startsWith('audio/')) return 'sound';
  return mediaType === 'application/zip' ? 'archive' : 'document';
}

export const isPdf = ({ asset }: Entry): boolean => asset?.mediaType === 'application/pdf';

export interface LibraryContext {
  readonly assets: ReadonlyMap<string, Asset>;
  /** Selects the entry of a localized list for the language of the page. */
  readonly localizedEntry: <T extends { locale: string }>(entries: readonly T[] | undefined) => T | undefined;
}

/** Files by id, before links: a medium with both is a file. */
function contentOf({ assets, uris }: Medium, context: LibraryContext): Pick<Entry, 'asset' | 'uri' | 'kind'> {
  const assetId = context.localizedEntry(assets)?.assetId;
  if (assetId !== undefined) {
    const asset = context.assets.get(assetId);
    return { asset, uri: undefined, kind: kindOf(asset?.mediaType) };
  }
  const uri = context.localizedEntry(uris)?.uri;
  return { asset: undefined, uri, kind: uri === undefined ? 'document' : 'link' };
}

/** For a medium without a name in any language. */
const nameOf = ({ asset, uri }: Pick<Entry, 'asset' | 'uri'>, id: string): string =>
  asset ? (asset.displayName ?? asset.id) : uri === undefined ? id : hostOf(uri);

const textOf = (context: LibraryContext, texts: readonly LocalizedText[] | undefined): string =>
  context.localizedEntry(texts)?.text.trim() ?? '';

/** An entry whose texts are selected when they are first read: of ten thousand entries few are visible at once. */
class LibraryEntry implements Entry {
  readonly id: string;
  readonly folderId: string;
  readonly position: number;
  readonly kind: Kind;
  readonly medium: Medium;
  readonly asset: Asset | undefined;
  readonly uri: string | undefined;
  private readonly context: LibraryContext;
  private selectedName: string | undefined;
  private selectedDescription: string | undefined;

  constructor(medium: Medium, place: Pick<Entry, 'folderId' | 'position'>, context: LibraryContext) {
    const { asset, uri, kind } = contentOf(medium, context);
    this.id = medium.id;
    this.folderId = place.folderId;
    this.position = place.position;
    this.kind = kind;
    this.medium = medium;
    this.asset = asset;
    this.uri = uri;
    this.context = context;
  }

  get name(): string {
    return (this.selectedName ??= textOf(this.context, this.medium.names) || nameOf(this, this.id));
  }

  get description(): string {
    return (this.selectedDescription ??= textOf(this.context, this.medium.descriptions));
  }
}

export function createLibrary(folders: readonly Folder[], context: LibraryContext): Library {
  const byId = new Map<string, Entry>();
  const counts = new Map<string, number>();
  for (const folder of folders)
    for (const medium of folder.media) {
      // Saving refuses a second medium of an id, but a venue may be older than that check.
      if (byId.has(medium.id)) continue;
      const place = { folderId: folder.id, position: byId.size };
      byId.set(medium.id, new LibraryEntry(medium, place, context));
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

const searchTexts = new WeakMap<Entry, string>();

/** Folded once for each entry. */
export function searchTextOf(entry: Entry): string {
  const known = searchTexts.get(entry);
  if (known !== undefined) return known;
  const text = foldText(`${entry.name} ${entry.description}`);
  searchTexts.set(entry, text);
  return text;
}

/** Folds the texts of all entries, in steps: the first letter that is typed must not wait for ten thousand texts. */
export function* foldInSteps(entries: readonly Entry[]): Generator<undefined, void> {
  for (const [index, entry] of entries.entries()) {
    searchTextOf(entry);
    if (index % 100 === 99) yield;
  }
}

/** Whether the name and the description of an entry contain all words. */
function matcherOf(typed: string): (entry: Entry) => boolean {
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  return (entry) => words.every((word) => searchTextOf(entry).includes(word));
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

/** The largest files first, links last; names as a language sorts them, with "2" before "10". */
export function compareBy(order: Order, language: string): Compare {
  if (order === 'file') return (a, b) => a.position - b.position;
  if (order === 'kind') return (a, b) => kindRank(a) - kindRank(b) || a.position - b.position;
  if (order === 'size') return (a, b) => bytesOf(b) - bytesOf(a) || a.position - b.position;
  const { compare } = new Intl.Collator(language, { numeric: true });
  return (a, b) => compare(a.name, b.name) || a.position - b.position;
}
