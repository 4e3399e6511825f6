/**
 * Who likes which content pieces of a board, in memory. A like is an entry in the list of its author and one in the list
 * of its piece, however many pieces the board has. The lists have the numbers of pieces and authors, from 0.
 */
export class LikeGraph {
  private readonly authors = new Map<string, number>();
  private readonly pieces = new Map<string, number>();
  private readonly piecesByAuthor: number[][] = [];
  private readonly authorsByPiece: number[][] = [];

  /** Those who like a piece or have liked one. */
  get authorCount(): number {
    return this.piecesByAuthor.length;
  }

  get pieceCount(): number {
    return this.authorsByPiece.length;
  }

  /** Undefined if nobody has liked the piece. */
  pieceNumber(contentPieceId: string): number | undefined {
    return this.pieces.get(contentPieceId);
  }

  /** The numbers of those who like a piece. */
  authorsOf(contentPieceId: string): readonly number[] {
    return this.authorsByPiece[this.pieces.get(contentPieceId) ?? -1] ?? [];
  }

  /** The numbers of the pieces that an author likes. */
  piecesOf(author: number): readonly number[] {
    return this.piecesByAuthor[author] ?? [];
  }

  /** Adds a like, or removes it. Changes nothing if that has been done. */
  set(contentPieceId: string, authorId: string, isLiked: boolean): void {
    const piece = numberOf(contentPieceId, this.pieces, this.authorsByPiece);
    const author = numberOf(authorId, this.authors, this.piecesByAuthor);
    if (this.piecesOf(author).includes(piece) === isLiked) return;
    if (!isLiked) return this.remove(piece, author);
    this.piecesByAuthor[author]?.push(piece);
    this.authorsByPiece[piece]?.push(author);
  }

  /** Removes the likes of a piece by all but these authors. */
  keepAuthors(contentPieceId: string, authorIds: ReadonlySet<string>): void {
    const authors = this.authorsOf(contentPieceId);
    const piece = this.pieces.get(contentPieceId);
    if (piece === undefined || authors.length === authorIds.size) return;
    const kept = new Set([...authorIds].map((authorId) => this.authors.get(authorId)));
    for (const author of authors.filter((number) => !kept.has(number))) this.remove(piece, author);
  }

  private remove(piece: number, author: number): void {
    removeFrom(this.piecesByAuthor[author], piece);
    removeFrom(this.authorsByPiece[piece], author);
  }
}

/** The number of an id. An id without one gets the next, and an empty list. */
function numberOf(id: string, numbers: Map<string, number>, lists: number[][]): number {
  let number = numbers.get(id);
  if (number === undefined) numbers.set(id, (number = lists.push([]) - 1));
  return number;
}

/** Puts the last value in the place of the removed one. */
function removeFrom(list: number[] = [], value: number): void {
  const last = list.pop();
  if (last !== undefined && last !== value) list[list.indexOf(value)] = last;
}
