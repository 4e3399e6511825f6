/** For tests of media boards: a venue with boards, and users and guests who like their content pieces. */
import { randomUUID } from 'node:crypto';
import {
  getUserInfo,
  likeContent,
  listLikes,
  openMediaBoard,
  unlikeContent,
  type Like,
  type LikeCounts,
  type OperatingMode,
} from '@foyer/contract';
import { passwordLogin, startFoyer, testStart, type Foyer, type FoyerOptions } from '#testing/foyer';
import type { Tab } from '#testing/tab';
import { publishNewest, saveExample, twoAreas } from '#testing/venues';

/** The ids of content pieces by the id of their board. */
export type Boards = Readonly<Record<string, readonly string[]>>;

const boards: Boards = { posters: ['dawn', 'dusk'], films: ['trailer'] };

/** Saves a venue whose lounge has these boards, and shows it on the stage. Returns its version. */
export function saveBoards(foyer: Foyer, pieces: Boards = boards, baseVersion = 0): Promise<number> {
  const venue = twoAreas();
  const lounge = venue.architectures[0]?.areas.find(({ id }) => id === 'lounge');
  if (lounge)
    lounge.contentWidgets = Object.entries(pieces).map(([mediaBoardId, ids]) => ({
      id: mediaBoardId,
      type: 'MediaBoardWidget',
      name: mediaBoardId,
      configurations: [
        { id: 'always', name: 'Always', mediaBoardId, contentPieces: ids.map((id) => ({ id, names: [] })) },
      ],
    }));
  return saveExample(foyer, venue, baseVersion);
}

/** Like `saveBoards`, and publishes the version. */
export async function publishBoards(foyer: Foyer, pieces?: Boards, baseVersion?: number): Promise<number> {
  const version = await saveBoards(foyer, pieces, baseVersion);
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

/** Opens the board `posters`. */
export const openPosters = async (tab: Tab): Promise<LikeCounts> =>
  (await tab.must(openMediaBoard, { mediaBoardId: 'posters' })).counts;
