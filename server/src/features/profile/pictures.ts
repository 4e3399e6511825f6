/** Pictures of people in the blobs, one generation after the other. */
import type { Readable } from 'node:stream';
import type { Blobs } from '#platform/blobs/blobs';
import { Refusal } from '#platform/refusal';
import type { Spool } from '#platform/uploads/spool';
import { pictureSides, squaresOf, type PictureSide } from './pictureSquares.ts';
import type { ProfileStore } from './store.ts';

export interface ProfilePicturesParts {
  readonly store: ProfileStore;
  readonly blobs: Blobs;
  readonly spool: Spool;
}

/** Another picture of the same person can come in between; who uploads twice at once is asked to try again. */
const uploadTries = 3;

const folderOf = (userId: string): string => `profiles/${userId}/`;
const keyOf = (userId: string, generation: number, side: PictureSide): string =>
  `${folderOf(userId)}${generation}-${side}.webp`;

const sideOf = (size: '96' | '512' | undefined): PictureSide =>
  pictureSides.find((side) => String(side) === size) ?? pictureSides[0];

export class ProfilePictures {
  readonly #parts: ProfilePicturesParts;

  constructor(parts: ProfilePicturesParts) {
    this.#parts = parts;
  }

  /**
   * Takes an upload as the person's picture. Returns its generation.
   * @throws Refusal `unsupportedMediaType`, `invalidAsset`, `payloadTooLarge`, `requestTimeout`, `tooManyRequests`
   */
  async put(userId: string, body: Readable): Promise<number> {
    const { spool } = this.#parts;
    const squares = await spool.admit(() =>
      spool.within(async (folder) => squaresOf((await spool.receive(body, folder)).file)),
    );
    for (let tries = 0; tries < uploadTries; tries += 1) {
      const generation = await this.#keep(userId, squares);
      if (generation !== undefined) return generation;
    }
    throw new Refusal('unavailable', 'Two pictures came at once.', { retryAfter: 1 });
  }

  /** Bytes first, then the row that shows them; the earlier bytes go last. */
  async #keep(userId: string, squares: ReadonlyMap<PictureSide, Buffer>): Promise<number | undefined> {
    const { store, blobs } = this.#parts;
    const generation = await store.nextPicture(userId);
    for (const [side, bytes] of squares) await blobs.put(keyOf(userId, generation, side), bytes);
    if (!(await store.showPicture(userId, generation))) return undefined;
    await this.clean(userId, generation);
    return generation;
  }

  /** The bytes of the picture that is shown now; undefined where there is none, or another than the one asked for. */
  async read(
    userId: string,
    size: '96' | '512' | undefined,
    wanted: number | undefined,
  ): Promise<{ body: Readable; bytes: number; generation: number } | undefined> {
    const generation = await this.#parts.store.picture(userId);
    if (generation === undefined || (wanted !== undefined && wanted !== generation)) return undefined;
    const found = await this.#parts.blobs.read(keyOf(userId, generation, sideOf(size)));
    return found && { ...found, generation };
  }

  async delete(userId: string): Promise<void> {
    await this.#parts.store.hidePicture(userId);
    await this.clean(userId);
  }

  /** Deletes the bytes of every generation, or of those before one. */
  async clean(userId: string, before = Number.POSITIVE_INFINITY): Promise<void> {
    const { blobs } = this.#parts;
    for await (const key of blobs.list(folderOf(userId))) {
      if (Number.parseInt(key.slice(folderOf(userId).length), 10) < before) await blobs.delete(key);
    }
  }
}
