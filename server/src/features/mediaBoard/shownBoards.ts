/** The media boards of the venue that a mode shows now. */
import {
  activeConfiguration,
  widgetsOfType,
  type Architecture,
  type OperatingMode,
  type WidgetOf,
} from '@foyer/contract';
import { ApiError } from '#platform/apiError';
import type { Clock } from '#platform/clock';
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
  /** The ids of all pieces, also of those that are shown at another time. */
  readonly pieceIds: Set<string>;
  /** Those that show the board now or at another time. */
  readonly widgets: Set<WidgetOf<'MediaBoardWidget'>>;
}

type MediaBoards = ReadonlyMap<string, ShownBoard>;

export class ShownBoards {
  private readonly shownArchitecture: MediaBoardPorts['shownArchitecture'];
  private readonly clock: Clock;
  private readonly cache = new WeakMap<Architecture, MediaBoards>();

  constructor(shownArchitecture: MediaBoardPorts['shownArchitecture'], clock: Clock) {
    this.shownArchitecture = shownArchitecture;
    this.clock = clock;
  }

  /**
   * The ids of the pieces of a board, also of those that are shown at another time: they keep their likes.
   * @throws ApiError `notFound`
   */
  pieceIdsOf(mode: OperatingMode, mediaBoardId: string): ReadonlySet<string> {
    return this.find(mode, mediaBoardId).pieceIds;
  }

  /**
   * The pieces of a board that can be recommended now: those of active configurations that show recommendations.
   * @throws ApiError `notFound`
   */
  recommendablePiecesOf(mode: OperatingMode, mediaBoardId: string): TaggedPieces {
    const pieces = new Map<string, readonly string[]>();
    for (const { configurations } of this.find(mode, mediaBoardId).widgets) {
      const active = activeConfiguration(configurations, this.clock());
      if (active?.mediaBoardId !== mediaBoardId || active.recommendations !== true) continue;
      for (const { id, tags = [] } of active.contentPieces) pieces.set(id, tags);
    }
    return pieces;
  }

  private find(mode: OperatingMode, mediaBoardId: string): ShownBoard {
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
  const boards = new Map<string, ShownBoard>();
  for (const { contentWidgets } of areas)
    for (const widget of widgetsOfType(contentWidgets, 'MediaBoardWidget'))
      for (const { mediaBoardId, contentPieces } of widget.configurations) {
        const board = boards.get(mediaBoardId) ?? { pieceIds: new Set(), widgets: new Set() };
        for (const { id } of contentPieces) board.pieceIds.add(id);
        board.widgets.add(widget);
        boards.set(mediaBoardId, board);
      }
  return boards;
}
