/** Leads to a requested post or reply, for example one that was reported. */
import type { ChatMessage } from '@foyer/contract';
import { useEffect, type RefObject } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useShowSnackbar } from '../../../platform/snackbars.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { scrollToMessage } from '../message/focusMessage.ts';
import { messageNoun } from '../message/messageNoun.ts';
import { createChatView } from '../model/view.ts';
import type { MessageTarget } from '../model/viewState.ts';
import { useChat } from '../useChat.ts';
import type { Posts } from './model/posts.ts';
import type { PostList, PostPlace } from './model/postsState.ts';
import { usePostsModel } from './usePosts.ts';

/** `wait`: something that may have it is being read. `load`: reads more, or shows what was read. */
type Step =
  | { readonly kind: 'found' | 'wait' | 'gone' | 'failed' }
  | { readonly kind: 'load'; readonly by: (posts: Posts, place: PostPlace) => void };

const has = (messages: readonly ChatMessage[], seq: number): boolean =>
  messages.some((message) => message.seq === seq);

function stepToPost({ posts, newPosts, order, hasMore, more }: PostList, seq: number): Step {
  if (has(posts, seq)) return { kind: 'found' };
  if (has(newPosts, seq)) return { kind: 'load', by: ({ showNewPosts }, place) => showNewPosts(place) };
  const isPassed = order === 'newest' && (posts.at(-1)?.seq ?? Infinity) < seq;
  if (!hasMore || isPassed) return { kind: 'gone' };
  if (more === 'idle') return { kind: 'load', by: ({ loadMore }, place) => loadMore(place) };
  return { kind: more === 'loading' ? 'wait' : 'failed' };
}

function stepToReply({ replies }: PostList, post: number, seq: number): Step {
  const opened = replies.get(post);
  if (!opened) return { kind: 'load', by: ({ openReplies }, place) => openReplies(place, post) };
  if (has(opened.messages, seq)) return { kind: 'found' };
  if (opened.status !== 'ready') return { kind: opened.status === 'loading' ? 'wait' : 'failed' };
  if (!opened.hasMore) return { kind: 'gone' };
  return { kind: 'load', by: ({ loadMoreReplies }, place) => loadMoreReplies(place, post) };
}

function nextStep(list: PostList, { seq, replyTo }: MessageTarget): Step {
  if (list.status !== 'ready') return { kind: 'wait' };
  if (replyTo === undefined) return stepToPost(list, seq);
  const toPost = stepToPost(list, replyTo);
  return toPost.kind === 'found' ? stepToReply(list, replyTo, seq) : toPost;
}

/**
 * Reads posts and replies until the requested one is there, then scrolls to it and highlights it briefly. Says so if it no
 * longer exists.
 * @param feed contains the posts
 */
export function useTargetPost(
  place: PostPlace,
  list: PostList,
  room: { readonly id: string; readonly kind: 'card' | 'wall' },
  feed: RefObject<HTMLElement | null>,
): void {
  const { t } = useTranslation('chat');
  const view = useVisit().get(createChatView);
  const posts = usePostsModel();
  const showSnackbar = useShowSnackbar();
  const target = useChat((state) => (state.target?.roomId === room.id ? state.target : undefined));
  const { kind } = room;
  useEffect(() => {
    const step = target && nextStep(list, target);
    if (!step || step.kind === 'wait') return;
    if (step.kind === 'load') {
      step.by(posts, place);
      return;
    }
    view.clearTarget();
    if (step.kind === 'found') scrollToMessage(feed.current, target.seq);
    else
      showSnackbar(t(step.kind === 'gone' ? `${messageNoun({ kind })}.unavailable` : 'actionFailed'), {
        tone: 'warning',
      });
  }, [target, list, place, kind, feed, posts, view, showSnackbar, t]);
}
