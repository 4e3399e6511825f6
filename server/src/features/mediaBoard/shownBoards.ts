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

/** The tags of content pieces by their ids, in the order of the venue. */
export type TaggedPieces = ReadonlyMap<string, readonly string[]>;

/** A media board. Widgets with the same id of a board show one board. */
interface ShownBoard {
  readonly pieces: TaggedPieces;
  /** Whether one of the widgets shows them. */
  readonly recommendations: boolean;
}

type MediaBoards = ReadonlyMap<string, ShownBoard>;

export class ShownBoards {
  private readonly shownArchitecture: MediaBoardPorts['shownArchitecture'];
  private readonly cache = new WeakMap<Architecture, MediaBoards>();

  constructor(shownArchitecture: MediaBoardPorts['shownArchitecture']) {
    this.shownArchitecture = shownArchitecture;
  }

  /** @throws ApiError `notFound` */
  boardOf(mode: OperatingMode, mediaBoardId: string): ShownBoard {
    const board = this.boards(mode)?.get(mediaBoardId);
    if (board === undefined) throw new ApiError('notFound', `The venue has no media board ${mediaBoardId}.`);
    return board;
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
  const boards = new Map<string, { pieces: Map<string, readonly string[]>; recommendations: boolean }>();
  for (const { contentWidgets } of areas)
    for (const { configurations } of widgetsOfType(contentWidgets, 'MediaBoardWidget'))
      for (const { mediaBoardId, contentPieces, recommendations = false } of configurations) {
        const board = boards.get(mediaBoardId) ?? { pieces: new Map(), recommendations: false };
        for (const { id, tags = [] } of contentPieces) board.pieces.set(id, tags);
        board.recommendations ||= recommendations;
        boards.set(mediaBoardId, board);
      }
  return boards;
}
