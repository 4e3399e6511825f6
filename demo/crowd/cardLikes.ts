/** What a simulated attendee likes on the media boards of the venue. Some cards are liked by most attendees, many by few. */
import { widgetsOfType, type Area, type Widget } from '@foyer/contract';

type MediaBoard = Extract<Widget, { type: 'MediaBoardWidget' }>;

/** A card of a media board, as the attendees see it. */
export interface Card {
  readonly areaId: string;
  readonly widget: MediaBoard;
  readonly mediaBoardId: string;
  readonly contentPieceId: string;
  /** The share of attendees who like it, from 0 to 1. */
  readonly appeal: number;
}

export interface LikeChange {
  readonly card: Card;
  readonly isLiked: boolean;
}

/** The share of attendees who like the most popular card of a board. Half as many like the second one, a third the third one. */
const topAppeal = 0.9;
/** How often an attendee takes a like back instead of liking another card. */
const shareUnlikes = 0.1;

/** The cards of all boards. The random numbers decide which ones are popular: all attendees must have the same cards. */
export const cardsOf = (areas: readonly Area[], random: () => number): Card[] =>
  areas.flatMap(({ id: areaId, contentWidgets }) =>
    widgetsOfType(contentWidgets, 'MediaBoardWidget').flatMap((widget) =>
      widget.configurations.flatMap(({ mediaBoardId, contentPieces }) =>
        contentPieces
          .map(({ id: contentPieceId }) => ({ contentPieceId, order: random() }))
          .toSorted((a, b) => a.order - b.order)
          .map(({ contentPieceId }, rank) => ({
            areaId,
            widget,
            mediaBoardId,
            contentPieceId,
            appeal: topAppeal / (rank + 1),
          })),
      ),
    ),
  );

export class CardLikes {
  /** The cards that this attendee likes sooner or later. */
  private readonly favorites: readonly Card[];
  private readonly liked = new Set<Card>();
  private readonly random: () => number;

  constructor(cards: readonly Card[], random: () => number) {
    this.random = random;
    this.favorites = cards.filter(({ appeal }) => random() < appeal);
  }

  /** The next change of the attendee in an area; undefined if nothing there is left to like. */
  next(areaId: string): LikeChange | undefined {
    const here = this.favorites.filter((card) => card.areaId === areaId);
    const isLiked = this.random() >= shareUnlikes;
    const card = this.randomOf(here.filter((each) => this.liked.has(each) !== isLiked));
    if (card === undefined) return undefined;
    if (isLiked) this.liked.add(card);
    else this.liked.delete(card);
    return { card, isLiked };
  }

  private randomOf<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.random() * from.length)];
  }
}
