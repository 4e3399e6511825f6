/** Likes through proxies that lose some responses after the like was stored, so that clients send it again. */
import { randomUUID } from 'node:crypto';
import {
  getUserInfo,
  likeContent,
  listLikes,
  unlikeContent,
  type Endpoint,
  type Like,
  type LikeCount,
  type ResponseOf,
} from '@foyer/contract';
import { mediaBoardConfiguration } from '@foyer/demo/mediaBoard';
import { FaultProxy } from '@foyer/standins/faultProxy';
import type { Findings } from './proof.ts';

export interface LostLikesOptions {
  /** The URLs of the nodes, whose venue is that of the demo. */
  readonly nodes: readonly string[];
  /** The ID tokens of the users. */
  readonly tokens: readonly string[];
  readonly random: () => number;
  /** The share of lost responses, from 0 to 1. */
  readonly lossRate: number;
  readonly findings: Findings;
}

/**
 * Each user likes all cards of the demo, takes the like of every third one back, and likes it again. Returns the numbers
 * of requests and of lost responses.
 */
export async function loseLikes(options: LostLikesOptions): Promise<{ requests: number; lost: number }> {
  const { nodes, tokens, findings } = options;
  const totals = { requests: 0, lost: 0 };
  const newest = new Map<string, LikeCount>();
  const likeAll = async (token: string, index: number): Promise<void> => {
    const user = new LikingUser(nodes[index % nodes.length] ?? '', token, options);
    await user.likeAll((piece, count) => {
      if (count.changes > (newest.get(piece)?.changes ?? 0)) newest.set(piece, count);
    });
    totals.requests += user.requests;
    totals.lost += user.lost;
  };
  await Promise.all(tokens.map(likeAll));
  for (const [position, { id }] of mediaBoardConfiguration.contentPieces.entries()) {
    const expected = { likes: tokens.length, changes: tokens.length * (isLikedAgain(position) ? 3 : 1) };
    const found = JSON.stringify(newest.get(id));
    findings.expect(
      found === JSON.stringify(expected),
      `the card ${id} has ${found} instead of ${JSON.stringify(expected)}`,
    );
  }
  return totals;
}

const isLikedAgain = (position: number): boolean => position % 3 === 0;

class LikingUser {
  requests = 0;
  lost = 0;
  private readonly node: string;
  private readonly token: string;
  private readonly options: LostLikesOptions;

  constructor(node: string, token: string, options: LostLikesOptions) {
    this.node = node;
    this.token = token;
    this.options = options;
  }

  async likeAll(onCount: (piece: string, count: LikeCount) => void): Promise<void> {
    const proxy = await FaultProxy.start(this.node);
    const info = (await this.request(this.node, getUserInfo)) as ResponseOf<typeof getUserInfo>;
    const uuids: string[] = [];
    for (const [position, { id: contentPieceId }] of mediaBoardConfiguration.contentPieces.entries()) {
      const send = async (endpoint: Endpoint, uuid: string): Promise<void> => {
        const { mediaBoardId } = mediaBoardConfiguration;
        const like: Like = {
          uuid,
          mediaBoardId,
          contentPieceId,
          authorId: info.userId,
          creationTimestamp: Date.now(),
        };
        onCount(contentPieceId, await this.sendUntilAnswered(proxy, endpoint, like));
      };
      let uuid = randomUUID();
      await send(likeContent, uuid);
      if (isLikedAgain(position)) {
        await send(unlikeContent, uuid);
        await send(likeContent, (uuid = randomUUID()));
      }
      uuids.push(uuid);
    }
    await proxy.close();
    const { likes } = (await this.request(this.node, listLikes)) as ResponseOf<typeof listLikes>;
    const found = likes.map(({ uuid }) => uuid).toSorted();
    this.options.findings.expect(
      found.join() === uuids.toSorted().join(),
      `${info.userId} has ${found.length} likes, or others, instead of ${uuids.length}`,
    );
  }

  /** Repeats a request with the same uuid until there is a response. */
  private async sendUntilAnswered(proxy: FaultProxy, endpoint: Endpoint, like: Like): Promise<LikeCount> {
    for (;;) {
      this.requests += 1;
      if (this.options.random() < this.options.lossRate)
        void proxy.loseResponse().then(() => (this.lost += 1));
      try {
        return (await this.request(proxy.url, endpoint, like)) as LikeCount;
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
      }
    }
  }

  /** @throws if the connection is lost, or the status is not 2xx */
  private async request(url: string, { method, path }: Endpoint, body?: Like): Promise<unknown> {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} returns ${response.status} ${await response.text()}`);
    return response.json();
  }
}

/** `fetch` rejects with this type of error. */
const isConnectionLost = (error: unknown): boolean => error instanceof TypeError;
