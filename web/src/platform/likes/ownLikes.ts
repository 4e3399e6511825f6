/**
 * What the user likes in the other tabs of this browser. The tabs notify each other. Those of other devices read the own likes
 * when they become visible.
 */
import type { LikeCount } from '@foyer/contract';
import type { LikedContent } from '../backend/backend.ts';
import { sessionClaims } from '../backend/tokenPayload.ts';
import { base } from '../base.ts';
import { untilAborted } from '../untilAborted.ts';
import type { Visit } from '../visit/visit.ts';

/** What the server has stored: the own like, and the count as of then. */
export interface OwnLike extends LikedContent {
  readonly isLiked: boolean;
  readonly count: LikeCount;
}

interface Message {
  readonly base: string;
  readonly authorId: string;
  readonly like: OwnLike;
}

export interface OwnLikes {
  /** Notifies the other tabs. */
  readonly publish: (like: OwnLike) => void;
  readonly onOtherTab: (listener: (like: OwnLike) => void) => void;
}

const channelName = 'foyer.likes';

/** The user or guest of the session; '' without a session, which the server rejects with 401. */
export const authorOfSession = (): string => sessionClaims()?.sub ?? '';

/** Exchanges likes with the other tabs until the visit ends. */
export function createOwnLikes({ signal }: Visit): OwnLikes {
  const channel = new BroadcastChannel(channelName);
  untilAborted(signal, () => channel.close());
  const post: (message: Message) => void = channel.postMessage.bind(channel);
  return {
    publish(like) {
      if (!signal.aborted) post({ base, authorId: authorOfSession(), like });
    },
    onOtherTab: (listener) =>
      channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
        // The stage has likes of its own.
        if (data.base === base && data.authorId === authorOfSession()) listener(data.like);
      }),
  };
}
