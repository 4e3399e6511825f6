/** A social wall: its posts, and those that wait for approval (WALL-01 to WALL-05). */
import { useMemo, useRef } from 'react';
import { EmptyWall } from '../approval/EmptyWall.tsx';
import { HeldPosts } from '../approval/HeldPosts.tsx';
import PostFeed from '../posts/PostFeed.tsx';
import { usePosts } from '../posts/usePosts.ts';
import { useChat } from '../useChat.ts';
import { useIsHost } from '../useOwnId.ts';
import styles from './wall.module.css';

export interface WallProps {
  readonly wallId: string;
  /** Whether hosts approve posts before others see them. */
  readonly approval: boolean;
}

export default function Wall({ wallId, approval }: WallProps) {
  const place = useMemo(() => ({ wallId }), [wallId]);
  const list = usePosts(place);
  const { roomId } = list;
  const wall = useRef<HTMLDivElement>(null);
  const isHost = useIsHost();
  // Another widget of the same wall may switch it on, too. Then hosts see it by the posts that wait.
  const isOn = useChat(({ rooms }) => approval || rooms.get(roomId ?? '')?.approval === true);
  // Also while it is off: posts that were held before stay until their author or a host decides about them.
  const heldPosts = roomId !== undefined && <HeldPosts roomId={roomId} isOn={isOn} list={list} wall={wall} />;
  return (
    <div ref={wall} className={styles.wall}>
      {isHost && heldPosts}
      {/* The column of the posts that wait, while the room is opened. */}
      {isHost && approval && roomId === undefined && <div data-held-posts="host" />}
      <div className={styles.feed}>
        <PostFeed
          key={wallId}
          place={place}
          empty={isOn && roomId !== undefined && <EmptyWall roomId={roomId} />}
        >
          {!isHost && heldPosts}
        </PostFeed>
      </div>
    </div>
  );
}
