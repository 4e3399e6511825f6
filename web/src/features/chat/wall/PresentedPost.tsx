import heart from '@phosphor-icons/core/fill/heart-fill.svg?raw';
import type { ChatMessage, ChatUpload } from '@foyer/contract';
import { memo, useCallback, useState } from 'react';
import { useStore } from 'zustand';
import { useCompactFormat } from '../../../platform/i18n/useCompactFormat.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { noLikes, shownLikes } from '../../../platform/likes/pieceLikes.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { usePreview, type Preview } from '../files/Picture.tsx';
import { createFileUrls } from '../model/uploads.ts';
import { useChatNames } from '../names/useChatNames.ts';
import { useTimes } from '../names/useTimes.ts';
import { ChatFace } from '../people/ChatFace.tsx';
import { keyOfPlace } from '../posts/model/postsState.ts';
import { usePostsModel } from '../posts/usePosts.ts';
import { useChat } from '../useChat.ts';
import styles from './presentedPosts.module.css';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly wallId: string;
  readonly roomId: string;
  readonly post: ChatMessage;
  /** Pixels. */
  readonly faceSize: number;
}

/** A short text without a picture is larger. */
const shortText = 90;

export const PresentedPost = memo(function PresentedPost({ wallId, roomId, post, faceSize }: Props) {
  const { nameOf } = useChatNames();
  const { short } = useTimes();
  const { authorId, seq, at, text, upload } = post;
  const author = useChat(({ users }) => users.get(authorId)) ?? { uid: authorId };
  return (
    <article data-seq={seq} className={styles.post}>
      <header className={styles.head}>
        <ChatFace user={author} size={faceSize} />
        <div className={styles.author}>
          <bdi className={styles.name}>{nameOf(authorId)}</bdi>
          <time dateTime={new Date(at).toISOString()} className={styles.time}>
            {short(at)}
          </time>
        </div>
        <Likes wallId={wallId} seq={seq} />
      </header>
      {upload?.width !== undefined && upload.height !== undefined && (
        <PresentedPicture
          roomId={roomId}
          seq={seq}
          width={upload.width}
          height={upload.height}
          isOnlyContent={text === ''}
        />
      )}
      {text !== '' && (
        <p dir="auto" className={styles.text} data-short={(!upload && text.length <= shortText) || undefined}>
          {text}
        </p>
      )}
    </article>
  );
});

function Likes({ wallId, seq }: Pick<Props, 'wallId'> & { readonly seq: number }) {
  const { t } = useTexts();
  const compact = useCompactFormat();
  const { store } = usePostsModel();
  const key = keyOfPlace({ wallId });
  const likes = useStore(store, ({ lists }) => shownLikes(lists.get(key)?.likes.get(seq) ?? noLikes).likes);
  if (likes === 0) return null;
  return (
    <span className={styles.likes}>
      <Icon svg={heart} size={24} label={t('likes')} />
      {compact(likes)}
    </span>
  );
}

interface PictureProps extends Pick<Props, 'roomId'>, Required<Pick<ChatUpload, 'width' | 'height'>> {
  readonly seq: number;
  /** Whether the post has no text. */
  readonly isOnlyContent: boolean;
}

interface ShownPicture {
  readonly preview?: Preview;
  /** Another one requests the picture again, also from the same URL. */
  readonly attempt: number;
  /** It could not be downloaded. The next connection and the next URL try again; it is hidden until one has succeeded. */
  readonly isBroken: boolean;
}

/** The picture as it was sent: a preview would be blurred on a big screen. Without its file, the post is shown without it. */
function PresentedPicture({ roomId, seq, width, height, isOnlyContent }: PictureProps) {
  const { t } = useTranslation('chat');
  const getFileUrl = useVisit().get(createFileUrls);
  const getUrl = useCallback(() => getFileUrl(roomId, seq), [getFileUrl, roomId, seq]);
  const preview = usePreview(getUrl);
  /** Kept when the URL is renewed, so that the picture is not downloaded again. */
  const [shown, setShown] = useState<ShownPicture>({ attempt: 0, isBroken: false });
  const isWanted = shown.preview === undefined || shown.isBroken;
  if (preview !== undefined && preview !== 'missing' && preview !== shown.preview && isWanted)
    setShown({ ...shown, preview, attempt: shown.attempt + 1 });
  const isUnavailable = shown.isBroken || (shown.preview === undefined && preview === 'missing');
  return (
    <>
      <div hidden={isUnavailable} className={styles.picture} style={{ aspectRatio: `${width} / ${height}` }}>
        {shown.preview && (
          <img
            key={shown.attempt}
            src={shown.preview.url}
            alt=""
            draggable={false}
            onLoad={() => setShown({ ...shown, isBroken: false })}
            onError={() => setShown({ ...shown, isBroken: true })}
          />
        )}
      </div>
      {isUnavailable && isOnlyContent && <p className={styles.unavailable}>{t('file.unavailable')}</p>}
    </>
  );
}
