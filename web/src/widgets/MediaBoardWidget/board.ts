/** The cards of a board in one language, and how they are selected and ordered. */
import { parseVimeo } from '@foyer/contract/embeds';
import { plainText } from '../../platform/richText/plainText.ts';
import {
  compareByName,
  isPdf,
  LocalizedMedium,
  matcherOf,
  type ContentPiece,
  type MediaContext,
  type MediaItem,
} from '../media/mediaItem.ts';

/** What a card has: the kinds of media, but PDFs apart from other documents, and cards that are a text only. */
export const cardKinds = ['film', 'pdf', 'picture', 'sound', 'text', 'document', 'archive', 'link'] as const;
export type CardKind = (typeof cardKinds)[number];

export interface Card extends MediaItem {
  readonly cardKind: CardKind;
  readonly tags: readonly string[];
  /** The words of the description, which is rich text. */
  readonly plainDescription: string;
}

function cardKindOf({ assets = [], uris = [] }: ContentPiece, item: MediaItem): CardKind {
  if (assets.length === 0 && uris.length === 0) return 'text';
  if (isPdf(item)) return 'pdf';
  // It plays in its card.
  return item.uri !== undefined && parseVimeo(item.uri) ? 'film' : item.kind;
}

class BoardCard extends LocalizedMedium implements Card {
  readonly cardKind: CardKind;
  readonly tags: readonly string[];
  private plain: string | undefined;

  constructor(piece: ContentPiece, position: number, context: MediaContext) {
    super(piece, position, context);
    this.cardKind = cardKindOf(piece, this);
    this.tags = [...new Set(piece.tags)];
  }

  get plainDescription(): string {
    return (this.plain ??= plainText(this.description));
  }

  override get searchText(): string {
    return [this.name, this.plainDescription, ...this.tags].join(' ');
  }
}

export interface Board {
  readonly cards: readonly Card[];
  readonly byId: ReadonlyMap<string, Card>;
  /** Those that it has, in the order of `cardKinds`. */
  readonly kinds: readonly CardKind[];
  /** The most frequent first. */
  readonly tags: readonly string[];
}

export function createBoard(pieces: readonly ContentPiece[], context: MediaContext): Board {
  const byId = new Map<string, Card>();
  const tags = new Map<string, number>();
  for (const piece of pieces) {
    // Saving refuses a second piece of an id, but a venue may be older than that check.
    if (byId.has(piece.id)) continue;
    const card = new BoardCard(piece, byId.size, context);
    byId.set(piece.id, card);
    for (const tag of card.tags) tags.set(tag, (tags.get(tag) ?? 0) + 1);
  }
  const cards = [...byId.values()];
  const shownKinds = new Set(cards.map(({ cardKind }) => cardKind));
  return {
    cards,
    byId,
    kinds: cardKinds.filter((kind) => shownKinds.has(kind)),
    tags: [...tags].toSorted(([, a], [, b]) => b - a).map(([tag]) => tag),
  };
}

/** `forYou`: what the server recommends. `liked`: what the user likes. */
export type View = 'all' | 'forYou' | 'topRated' | 'liked';

export interface Filter {
  readonly view: View;
  readonly kind: CardKind | undefined;
  readonly tag: string | undefined;
  readonly typed: string;
}

/** Whether the user has chosen a view, kind or tag. */
export const isNarrowed = ({ view, kind, tag }: Filter): boolean =>
  view !== 'all' || kind !== undefined || tag !== undefined;

/** The filter after a press of the chip of a view. `all` also clears the kind and the tag, but not the search. */
export function withView(filter: Filter, view: View): Filter {
  if (view === 'all') return { ...filter, view, kind: undefined, tag: undefined };
  return { ...filter, view: filter.view === view ? 'all' : view };
}

interface Controls {
  readonly hasSearch: boolean;
  readonly hasForYou: boolean;
  readonly hasTopRated: boolean;
}

/** A filter without what the board no longer has after a publication: nothing would show it or switch it off. */
export function existingFilter(
  filter: Filter,
  board: Board,
  { hasSearch, hasForYou, hasTopRated }: Controls,
): Filter {
  const isGone = (filter.view === 'forYou' && !hasForYou) || (filter.view === 'topRated' && !hasTopRated);
  const existing: Filter = {
    view: isGone ? 'all' : filter.view,
    kind: board.kinds.find((kind) => kind === filter.kind),
    tag: board.tags.find((tag) => tag === filter.tag),
    typed: hasSearch ? filter.typed : '',
  };
  const isSame =
    existing.view === filter.view &&
    existing.kind === filter.kind &&
    existing.tag === filter.tag &&
    existing.typed === filter.typed;
  return isSame ? filter : existing;
}

/** `default`: that of the venue file, or of the view. */
export const orders = ['default', 'likes', 'name'] as const;
export type Order = (typeof orders)[number];

/** Likes at one moment: cards do not move under the pointer while likes arrive. */
export interface Ranking {
  readonly likes: ReadonlyMap<string, number>;
  readonly liked: ReadonlySet<string>;
}

type Compare = (a: Card, b: Card) => number;

const likesOf = ({ likes }: Ranking, { id }: Card): number => likes.get(id) ?? 0;

/** The most liked first, and of those with as many likes the newest, which is the later one in the venue file (BOARD-07). */
const byLikes =
  (ranking: Ranking): Compare =>
  (a, b) =>
    likesOf(ranking, b) - likesOf(ranking, a) || b.position - a.position;

/** With fewer cards, more than half of them would be top rated. */
const topRatedMinCards = 6;

export const canHaveTopRated = ({ length }: readonly Card[]): boolean => length >= topRatedMinCards;

/** The best tenth of the cards that have likes: at least three, at most twelve; of fewer than six cards none. */
export function topRated(cards: readonly Card[], ranking: Ranking): readonly Card[] {
  if (!canHaveTopRated(cards)) return [];
  const count = Math.min(12, Math.max(3, Math.ceil(cards.length / 10)));
  return cards
    .filter((card) => likesOf(ranking, card) > 0)
    .toSorted(byLikes(ranking))
    .slice(0, count);
}

export interface Selection {
  readonly filter: Filter;
  readonly order: Order;
  readonly ranking: Ranking;
  /** The ids of the recommended cards, the best first. */
  readonly recommended: readonly string[];
  readonly language: string;
}

const cardsOf: Readonly<Record<View, (board: Board, selection: Selection) => readonly Card[]>> = {
  all: ({ cards }) => cards,
  forYou: ({ byId }, { recommended }) => recommended.flatMap((id) => byId.get(id) ?? []),
  topRated: ({ cards }, { ranking }) => topRated(cards, ranking),
  liked: ({ cards }, { ranking }) => cards.filter(({ id }) => ranking.liked.has(id)),
};

/** The cards that are shown, in their order. */
export function selectCards(board: Board, selection: Selection): readonly Card[] {
  const { filter, order, ranking, language } = selection;
  const matches = matcherOf(filter.typed);
  const found = cardsOf[filter.view](board, selection).filter(
    (card) =>
      (filter.kind === undefined || card.cardKind === filter.kind) &&
      (filter.tag === undefined || card.tags.includes(filter.tag)) &&
      matches(card),
  );
  if (order === 'default') return found;
  return found.toSorted(order === 'likes' ? byLikes(ranking) : compareByName(language));
}
