/** For tests of media boards: a venue with boards, and users and guests who like their content pieces. */
import { randomUUID } from 'node:crypto';
import {
  getUserInfo,
  likeContent,
  listLikes,
  listRecommendations,
  openMediaBoard,
  unlikeContent,
  type Like,
  type LikeCounts,
  type OperatingMode,
  type Recommendation,
  type WidgetOf,
} from '@foyer/contract';
import { passwordLogin, startFoyer, testStart, type Foyer, type FoyerOptions } from '#testing/foyer';
import type { Tab } from '#testing/tab';
import { publishNewest, saveExample, twoAreas } from '#testing/venues';

/** Content pieces, or their ids, by the id of their board. */
export type Boards = Readonly<
  Record<string, readonly (string | { readonly id: string; readonly tags: string[] })[]>
>;

type BoardConfiguration = Omit<
  WidgetOf<'MediaBoardWidget'>['configurations'][number],
  'id' | 'name' | 'cookieProviders'
>;

const boards: Boards = { posters: ['dawn', 'dusk'], films: ['trailer'] };

/** Saves a venue whose lounge has these boards, and shows it on the stage. Returns its version. */
export function saveBoards(
  foyer: Foyer,
  pieces: Boards = boards,
  baseVersion = 0,
  configuration: { readonly recommendations?: boolean } = { recommendations: true },
): Promise<number> {
  const widgets = Object.entries(pieces).map(([mediaBoardId, shown]) => [
    {
      mediaBoardId,
      contentPieces: shown.map((piece) => ({
        ...(typeof piece === 'string' ? { id: piece } : piece),
        names: [],
      })),
      ...configuration,
    },
  ]);
  return saveWidgets(foyer, widgets, baseVersion);
}

/** Saves a venue whose lounge has a widget with each of these lists of configurations. */
export function saveWidgets(
  foyer: Foyer,
  widgets: readonly (readonly BoardConfiguration[])[],
  baseVersion = 0,
): Promise<number> {
  const venue = twoAreas();
  const lounge = venue.architectures[0]?.areas.find(({ id }) => id === 'lounge');
  if (lounge)
    lounge.contentWidgets = widgets.map((configurations, at) => ({
      id: `board-${at}`,
      type: 'MediaBoardWidget',
      name: `Board ${at}`,
      configurations: configurations.map((each, no) => ({ id: `c${no}`, name: `No. ${no}`, ...each })),
    }));
  return saveExample(foyer, venue, baseVersion);
}

type ParametersAfterFoyer = Parameters<typeof saveBoards> extends [Foyer, ...infer Rest] ? Rest : never;

/** Like `saveBoards`, and publishes the version. */
export async function publishBoards(foyer: Foyer, ...save: ParametersAfterFoyer): Promise<number> {
  const version = await saveBoards(foyer, ...save);
  await publishNewest(foyer, 'nightfall');
  return version;
}

/** Starts a server whose venue has the boards `posters` and `films`, and requires a login. */
export async function startBoards(options: FoyerOptions = {}): Promise<Foyer> {
  const foyer = await startFoyer({ login: passwordLogin, ...options });
  await publishBoards(foyer);
  return foyer;
}

/** A user or guest who likes. */
export interface Author {
  readonly id: string;
  readonly token: string;
}

export async function createGuest(foyer: Foyer): Promise<Author> {
  const { token } = await foyer.users.guest();
  return { id: (await foyer.must(getUserInfo, {}, { as: { token } })).userId, token };
}

export const createAuthors = (foyer: Foyer, count: number): Promise<Author[]> =>
  Promise.all(Array.from({ length: count }, () => foyer.account()));

/** A like of the content piece `dawn` of the board `posters`. */
export const newLike = ({ id }: Pick<Author, 'id'>, more: Partial<Like> = {}): Like => ({
  uuid: randomUUID(),
  contentPieceId: 'dawn',
  mediaBoardId: 'posters',
  creationTimestamp: testStart,
  authorId: id,
  ...more,
});

/** Sends a `newLike`. */
export const sendLike = (foyer: Foyer, as: Author, more: Partial<Like> = {}, mode: OperatingMode = 'LIVE') =>
  foyer.call(likeContent, { body: newLike(as, more) }, { as, mode });

export const sendUnlike = (
  foyer: Foyer,
  as: Author,
  more: Partial<Like> = {},
  mode: OperatingMode = 'LIVE',
) => foyer.call(unlikeContent, { body: newLike(as, more) }, { as, mode });

/** The first page of the likes of an author. */
export const likesOf = async (foyer: Foyer, as: Author, mode: OperatingMode = 'LIVE'): Promise<Like[]> =>
  (await foyer.must(listLikes, { query: { authorId: as.id } }, { as, mode })).likes;

/** What the board `posters` recommends to a user. */
export const recommendedTo = async (
  foyer: Foyer,
  as: Author,
  { limit, mode = 'LIVE' }: { readonly limit?: number; readonly mode?: OperatingMode } = {},
): Promise<Recommendation[]> => {
  const params = { mediaBoardId: 'posters', userId: as.id };
  return (await foyer.must(listRecommendations, { params, query: { limit } }, { as, mode })).data;
};

/** Opens the board `posters`. */
export const openPosters = async (tab: Tab): Promise<LikeCounts> =>
  (await tab.must(openMediaBoard, { mediaBoardId: 'posters' })).counts;
