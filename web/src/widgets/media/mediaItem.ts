/** A file or a link of a widget in one language: the media of a library, the content pieces of a media board. */
import type { Asset, LocalizedText } from '@foyer/contract';
import { foldText } from '../../platform/i18n/foldText.ts';
import { playlistType } from '../../platform/video/hls.ts';
import { hostOf } from '../host/hostOf.ts';
import type { ConfigurationOf } from '../registry/widgetProps.ts';

/** A medium as the venue file has it. */
export type Medium = ConfigurationOf<'MediaLibraryWidget'>['folders'][number]['media'][number];
/** A content piece as the venue file has it: a medium with a picture of its own, and tags. */
export type ContentPiece = ConfigurationOf<'MediaBoardWidget'>['contentPieces'][number];

/** In the order of filters and of sorting by kind. */
export const kinds = ['document', 'picture', 'film', 'sound', 'archive', 'link'] as const;
export type Kind = (typeof kinds)[number];

export interface MediaItem {
  readonly id: string;
  /** The position in the venue file. */
  readonly position: number;
  readonly name: string;
  readonly description: string;
  /** What a search looks at. */
  readonly searchText: string;
  readonly kind: Kind;
  readonly medium: Medium;
  /** The file of the current language. */
  readonly asset: Asset | undefined;
  /** Where a link leads. An item has neither a file nor a link if the venue does not have its file. */
  readonly uri: string | undefined;
  /** A picture that stands for it; without one, a PDF and a film have a cover that the server renders. */
  readonly coverAssetId: string | undefined;
}

/** An item with a file. */
export type FileItem<Item extends MediaItem = MediaItem> = Item & { readonly asset: Asset };
export const hasFile = <Item extends MediaItem>(item: Item): item is FileItem<Item> =>
  item.asset !== undefined;

export function kindOf(mediaType = ''): Kind {
  if (mediaType.startsWith('image/')) return 'picture';
  if (mediaType.startsWith('video/') || mediaType === playlistType) return 'film';
  if (mediaType.startsWith('audio/')) return 'sound';
  return mediaType === 'application/zip' ? 'archive' : 'document';
}

export const isPdf = ({ asset }: Pick<MediaItem, 'asset'>): boolean => asset?.mediaType === 'application/pdf';

/** An HLS film consists of many files, so it is only played. */
export const isDownloadable = <Item extends MediaItem>(item: Item): item is FileItem<Item> =>
  hasFile(item) && item.asset.mediaType !== playlistType;

export interface MediaContext {
  readonly assets: ReadonlyMap<string, Asset>;
  /** Selects the entry of a localized list for the language of the page. */
  readonly localizedEntry: <T extends { locale: string }>(entries: readonly T[] | undefined) => T | undefined;
}

/** Files by id, before links: a medium with both is a file. */
function contentOf(
  { assets, uris }: Medium,
  context: MediaContext,
): Pick<MediaItem, 'asset' | 'uri' | 'kind'> {
  const assetId = context.localizedEntry(assets)?.assetId;
  if (assetId !== undefined) {
    const asset = context.assets.get(assetId);
    return { asset, uri: undefined, kind: kindOf(asset?.mediaType) };
  }
  const uri = context.localizedEntry(uris)?.uri;
  return { asset: undefined, uri, kind: uri === undefined ? 'document' : 'link' };
}

/** For a medium without a name in any language. */
const nameOf = ({ asset, uri }: Pick<MediaItem, 'asset' | 'uri'>, id: string): string =>
  asset ? (asset.displayName ?? asset.id) : uri === undefined ? id : hostOf(uri);

export const textOf = (context: MediaContext, texts: readonly LocalizedText[] | undefined): string =>
  context.localizedEntry(texts)?.text.trim() ?? '';

/** An item whose texts are selected when they are first read: of ten thousand items few are visible at once. */
export class LocalizedMedium implements MediaItem {
  readonly id: string;
  readonly position: number;
  readonly kind: Kind;
  readonly medium: Medium;
  readonly asset: Asset | undefined;
  readonly uri: string | undefined;
  readonly coverAssetId: string | undefined;
  private readonly context: MediaContext;
  private selectedName: string | undefined;
  private selectedDescription: string | undefined;

  constructor(medium: Medium | ContentPiece, position: number, context: MediaContext) {
    const { asset, uri, kind } = contentOf(medium, context);
    this.id = medium.id;
    this.position = position;
    this.kind = kind;
    this.medium = medium;
    this.asset = asset;
    this.uri = uri;
    const ownCover = 'coverAssetId' in medium ? medium.coverAssetId : undefined;
    this.coverAssetId = ownCover ?? medium.posterAssetId ?? (kind === 'picture' ? asset?.id : undefined);
    this.context = context;
  }

  get name(): string {
    return (this.selectedName ??= textOf(this.context, this.medium.names) || nameOf(this, this.id));
  }

  get description(): string {
    return (this.selectedDescription ??= textOf(this.context, this.medium.descriptions));
  }

  get searchText(): string {
    return `${this.name} ${this.description}`;
  }
}

const searchTexts = new WeakMap<MediaItem, string>();

/** Folded once for each item. */
function searchTextOf(item: MediaItem): string {
  const known = searchTexts.get(item);
  if (known !== undefined) return known;
  const text = foldText(item.searchText);
  searchTexts.set(item, text);
  return text;
}

/** Folds the texts of all items, in steps: the first letter that is typed must not wait for ten thousand texts. */
export function* foldInSteps(items: readonly MediaItem[]): Generator<undefined, void> {
  for (const [index, item] of items.entries()) {
    searchTextOf(item);
    if (index % 100 === 99) yield;
  }
}

/** Whether the texts of an item contain all words that are typed. */
export function matcherOf(typed: string): (item: MediaItem) => boolean {
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  return (item) => words.every((word) => searchTextOf(item).includes(word));
}

/** Names as a language sorts them, with "2" before "10". */
export function compareByName(language: string): (a: MediaItem, b: MediaItem) => number {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return (a, b) => compare(a.name, b.name) || a.position - b.position;
}
