/** Simulates guests who like and unlike one card, with a log of acknowledged likes. Each guest has one like at most. */
import { randomUUID } from 'node:crypto';
import {
  getUserInfo,
  likeContent,
  listLikes,
  openGuestSession,
  unlikeContent,
  type Like,
  type LikeCount,
  type ResponseOf,
} from '@foyer/contract';
import type { Findings } from './proof.ts';
import type { HttpResponse, ServerProcess } from './serverProcess.ts';

/** The board of the venue of the proofs. */
export const likedBoard = {
  mediaBoardId: 'posters',
  contentPieces: [{ id: 'dawn', names: [] }],
};
const unlikeEvery = 4;
const api = (path: string): string => `/api${path}`;

interface Guest {
  readonly token: string;
  readonly like: Like;
  /** What its last request should have done. */
  isLiked: boolean;
}

export class LikeWrites {
  /** Counts of successful responses, and of requests without one. */
  acknowledged = 0;
  interrupted = 0;
  /** Guests whose last request was acknowledged, and those of the others. */
  private readonly certain = new Set<Guest>();
  private readonly uncertain = new Set<Guest>();
  private unchecked: Guest[] = [];
  private count: LikeCount = { likes: 0, changes: 0 };

  /** Likes, and sometimes takes the like back, until `done`. */
  async work(server: ServerProcess, done: { stopped: boolean }): Promise<void> {
    for (let index = 0; !done.stopped; index += 1) {
      try {
        const guest = await this.enter(server);
        await this.change(server, guest, true);
        if (index % unlikeEvery === 0) await this.change(server, guest, false);
      } catch {
        this.interrupted += 1;
      }
    }
  }

  /** Repeats the requests that got no response, as a client does. */
  async repeatUncertain(server: ServerProcess): Promise<void> {
    for (const guest of this.uncertain) await this.change(server, guest, guest.isLiked);
  }

  /** Compares the server with the acknowledged likes, of which the guests of earlier checks are only counted. */
  async check(server: ServerProcess, findings: Findings): Promise<void> {
    for (const guest of this.unchecked) {
      const response = await server.call(api(listLikes.path), { headers: authorization(guest) });
      const { likes } = response.body as ResponseOf<typeof listLikes>;
      const [expected, found] = [guest.isLiked ? [guest.like.uuid] : [], likes.map(({ uuid }) => uuid)];
      findings.expect(
        expected.join() === found.join(),
        `a guest has the likes ${found.join()} instead of ${expected.join()}`,
      );
    }
    this.unchecked = [];
    const expected = [...this.certain].filter(({ isLiked }) => isLiked).length;
    findings.expect(
      this.count.likes === expected,
      `the card has ${this.count.likes} likes instead of ${expected}`,
    );
  }

  private async enter(server: ServerProcess): Promise<Guest> {
    const session = await server.call(api(openGuestSession.path), {
      method: 'POST',
      body: '{}',
      headers: { origin: server.url, authorization: '' },
    });
    const { idToken: token } = session.body as { idToken: string };
    const info = await server.call(api(getUserInfo.path), { headers: authorization({ token }) });
    const { userId: authorId } = info.body as ResponseOf<typeof getUserInfo>;
    const like: Like = {
      uuid: randomUUID(),
      mediaBoardId: likedBoard.mediaBoardId,
      contentPieceId: 'dawn',
      creationTimestamp: Date.now(),
      authorId,
    };
    return { token, like, isLiked: false };
  }

  private async change(server: ServerProcess, guest: Guest, isLiked: boolean): Promise<void> {
    guest.isLiked = isLiked;
    this.certain.delete(guest);
    this.uncertain.add(guest);
    const response: HttpResponse = await server.call(api((isLiked ? likeContent : unlikeContent).path), {
      method: 'POST',
      body: JSON.stringify(guest.like),
      headers: authorization(guest),
    });
    if (response.status !== 200) throw new Error(`the like was answered with ${response.status}`);
    const count = response.body as LikeCount;
    if (count.changes > this.count.changes) this.count = count;
    this.uncertain.delete(guest);
    this.certain.add(guest);
    if (!this.unchecked.includes(guest)) this.unchecked.push(guest);
    this.acknowledged += 1;
  }
}

const authorization = ({ token }: Pick<Guest, 'token'>) => ({ authorization: `Bearer ${token}` });
