/** For tests of unlisted rooms: a venue with media boards whose content pieces are discussed, and with social walls. */
import { randomUUID } from 'node:crypto';
import {
  commentIdOf,
  likeContent,
  unlikeContent,
  type Like,
  type OperatingMode,
  type WidgetOf,
} from '@foyer/contract';
import { passwordLogin, startFoyer, testStart, type Foyer, type FoyerOptions } from '#testing/foyer';
import { publishNewest, saveWidgets } from '#testing/venues';

type Board = WidgetOf<'MediaBoardWidget'>['configurations'][number];
type Wall = WidgetOf<'SuperEventSocialWallWidget'>['configurations'][number];

const common = { id: 'always', name: 'Always', cookieProviders: [] };

/** A board with the pieces `dawn` and `dusk`, which are discussed. */
export const board = (more: Partial<Board> = {}): WidgetOf<'MediaBoardWidget'> => ({
  id: more.mediaBoardId ?? 'posters',
  type: 'MediaBoardWidget',
  name: 'Board',
  placements: [],
  configurations: [
    {
      ...common,
      mediaBoardId: 'posters',
      contentPieces: ['dawn', 'dusk'].map((id) => ({ id, names: [] })),
      liveDiscussion: true,
      ...more,
    },
  ],
});

export const wall = (more: Partial<Wall> = {}): WidgetOf<'SuperEventSocialWallWidget'> => ({
  id: more.wallId ?? 'bar',
  type: 'SuperEventSocialWallWidget',
  name: 'Wall',
  placements: [],
  configurations: [{ ...common, wallId: 'bar', ...more }],
});

/** The place of a discussion, and that of a wall, for `test.each`. */
export const places: readonly ['card' | 'wall', Place][] = [
  ['card', { mediaBoardId: 'posters', contentPieceId: 'dawn' }],
  ['wall', { wallId: 'bar' }],
];
export type Place =
  | { readonly mediaBoardId: string; readonly contentPieceId: string }
  | { readonly wallId: string };

type Widgets = Parameters<typeof saveWidgets>[1];

/** Publishes a venue with these widgets. Returns its version. */
export async function publishWidgets(
  foyer: Foyer,
  widgets: Widgets = { lounge: [board(), wall()] },
  baseVersion = 0,
): Promise<number> {
  const version = await saveWidgets(foyer, widgets, baseVersion);
  await publishNewest(foyer, 'nightfall');
  return version;
}

/** Starts a server whose lounge has the board `posters` and the wall `bar`, and requires a login. */
export async function startDiscussions(options: FoyerOptions = {}, widgets?: Widgets): Promise<Foyer> {
  const foyer = await startFoyer({ login: passwordLogin, ...options });
  await publishWidgets(foyer, widgets);
  return foyer;
}

/** A user or guest who likes. */
export interface LikeAuthor {
  readonly id: string;
  readonly token: string;
}

/** A message in the room of a place. */
export interface LikedMessage {
  readonly place: Place;
  readonly roomId: string;
  readonly seq: number;
}

/** A like of a message, as a client sends it. */
export const newLike = (
  { id }: Pick<LikeAuthor, 'id'>,
  { place, ...message }: LikedMessage,
  more: Partial<Like> = {},
): Like => ({
  uuid: randomUUID(),
  ...('wallId' in place
    ? { mediaBoardId: place.wallId, contentPieceId: place.wallId }
    : { mediaBoardId: place.mediaBoardId, contentPieceId: place.contentPieceId }),
  creationTimestamp: testStart,
  authorId: id,
  commentId: commentIdOf(message),
  ...more,
});

export const sendLike = (
  foyer: Foyer,
  as: LikeAuthor,
  message: LikedMessage,
  { mode = 'LIVE', ...more }: Partial<Like> & { readonly mode?: OperatingMode } = {},
) => foyer.call(likeContent, { body: newLike(as, message, more) }, { as, mode });

export const sendUnlike = (
  foyer: Foyer,
  as: LikeAuthor,
  message: LikedMessage,
  { mode = 'LIVE', ...more }: Partial<Like> & { readonly mode?: OperatingMode } = {},
) => foyer.call(unlikeContent, { body: newLike(as, message, more) }, { as, mode });
