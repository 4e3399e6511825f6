/** Stores profile pictures as blobs by generation. */
import type { Readable } from 'node:stream';
import type { Blobs } from '#platform/blobs/blobs';
import { conflict, retryOnConflict, type ConflictOptions } from '#platform/concurrency/retryOnConflict';
import { ApiError } from '#platform/apiError';
import type { Spool } from '#platform/uploads/spool';
import { pictureSides, createSquares, type PictureSide } from './pictureSquares.ts';
import type { ProfileStore } from './store.ts';

export interface ProfilePicturesDeps {
  readonly store: ProfileStore;
  readonly blobs: Blobs;
  readonly spool: Spool;
}

/** For uploads that compete with others of the same user. */
const uploadConflict: ConflictOptions = {
  maxAttempts: 3,
  error: () =>
    new ApiError('unavailable', 'Another upload of your picture is in progress. Try again.', {
      retryAfter: 1,
    }),
};

const folderOf = (userId: string): string => `profiles/${userId}/`;
const keyOf = (userId: string, generation: number, side: PictureSide): string =>
  `${folderOf(userId)}${generation}-${side}.webp`;

const sideOf = (size: '96' | '512' | undefined): PictureSide =>
  pictureSides.find((side) => String(side) === size) ?? pictureSides[0];

export class ProfilePictures {
  private readonly deps: ProfilePicturesDeps;

  constructor(deps: ProfilePicturesDeps) {
    this.deps = deps;
  }

  /**
   * Stores an upload as the user's picture. Returns its generation.
   * @throws ApiError `unsupportedMediaType`, `invalidAsset`, `payloadTooLarge`, `requestTimeout`, `tooManyRequests`
   */
  async put(userId: string, body: Readable): Promise<number> {
    const { spool } = this.deps;
    const squares = await spool.runLimited(() =>
      spool.withFolder(async (folder) => createSquares((await spool.receive(body, folder)).file)),
    );
    return retryOnConflict(() => this.store(userId, squares), uploadConflict);
  }

  /** Stores the bytes, then the row that refers to them, then deletes earlier bytes. */
  private async store(
    userId: string,
    squares: ReadonlyMap<PictureSide, Buffer>,
  ): Promise<number | typeof conflict> {
    const { store, blobs } = this.deps;
    const generation = await store.nextPicture(userId);
    for (const [side, bytes] of squares) await blobs.put(keyOf(userId, generation, side), bytes);
    if (!(await store.showPicture(userId, generation))) return conflict;
    await this.clean(userId, generation);
    return generation;
  }

  /** The bytes of the current picture; undefined if there is none or `wanted` is another generation. */
  async read(
    userId: string,
    size: '96' | '512' | undefined,
    wanted: number | undefined,
  ): Promise<{ body: Readable; bytes: number; generation: number } | undefined> {
    const generation = await this.deps.store.picture(userId);
    if (generation === undefined || (wanted !== undefined && wanted !== generation)) return undefined;
    const found = await this.deps.blobs.read(keyOf(userId, generation, sideOf(size)));
    return found && { ...found, generation };
  }

  async delete(userId: string): Promise<void> {
    await this.deps.store.hidePicture(userId);
    await this.clean(userId);
  }

  /** Deletes the bytes of all generations, or of those before `before`. */
  async clean(userId: string, before = Number.POSITIVE_INFINITY): Promise<void> {
    const { blobs } = this.deps;
    for await (const key of blobs.list(folderOf(userId))) {
      if (Number.parseInt(key.slice(folderOf(userId).length), 10) < before) await blobs.delete(key);
    }
  }
}
