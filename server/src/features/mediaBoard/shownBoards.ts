/** The media boards of the venue that a mode shows now. */
import { widgetsOfType, type Architecture, type OperatingMode } from '@foyer/contract';
import { ApiError } from '#platform/apiError';
import type { MediaBoardPorts } from './ports.ts';

/** The content piece of a media board. */
export interface ContentPiece {
  readonly mode: OperatingMode;
  readonly mediaBoardId: string;
  readonly contentPieceId: string;
}

/** The ids of the content pieces of each board, by its id. Widgets with the same id of a board show one board. */
type MediaBoards = ReadonlyMap<string, ReadonlySet<string>>;

export class ShownBoards {
  private readonly shownArchitecture: MediaBoardPorts['shownArchitecture'];
  private readonly cache = new WeakMap<Architecture, MediaBoards>();

  constructor(shownArchitecture: MediaBoardPorts['shownArchitecture']) {
    this.shownArchitecture = shownArchitecture;
  }

  /**
   * The ids of the content pieces of a board.
   * @throws ApiError `notFound`
   */
  piecesOf(mode: OperatingMode, mediaBoardId: string): ReadonlySet<string> {
    const pieces = this.boards(mode)?.get(mediaBoardId);
    if (pieces === undefined) throw new ApiError('notFound', `The venue has no media board ${mediaBoardId}.`);
    return pieces;
  }

  private boards(mode: OperatingMode): MediaBoards | undefined {
    const architecture = this.shownArchitecture(mode);
    if (architecture === undefined) return undefined;
    let boards = this.cache.get(architecture);
    if (boards === undefined) this.cache.set(architecture, (boards = boardsOf(architecture)));
    return boards;
  }
}

function boardsOf({ areas }: Architecture): MediaBoards {
  const boards = new Map<string, Set<string>>();
  for (const { contentWidgets } of areas)
    for (const { configurations } of widgetsOfType(contentWidgets, 'MediaBoardWidget'))
      for (const { mediaBoardId, contentPieces } of configurations) {
        const pieces = boards.get(mediaBoardId) ?? new Set();
        for (const { id } of contentPieces) pieces.add(id);
        boards.set(mediaBoardId, pieces);
      }
  return boards;
}
