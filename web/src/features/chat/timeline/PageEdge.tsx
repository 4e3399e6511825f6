import { useChatData } from '../../../platform/chat/chatData.ts';
import { loadPage } from '../../../platform/chat/roomMessages.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Spinner } from '../../../ui/Spinner.tsx';

export interface PageEdgeProps {
  readonly roomId: string;
  readonly side: 'older' | 'newer';
  readonly hasMore: boolean;
}

/** Shown at an edge of the loaded messages while there are more. Its height is constant while they load. */
export function PageEdge({ roomId, side, hasMore }: PageEdgeProps) {
  const { t } = useTranslation('chat');
  const state = useChatData(({ messagesByRoom }) => messagesByRoom.get(roomId)?.pages[side]);
  if (!hasMore) return null;
  return (
    <div className="grid h-11 shrink-0 place-items-center text-caption text-ink-2">
      {state === 'failed' ? (
        <button type="button" className="chat-link" onClick={() => void loadPage(roomId, side)}>
          {t('pageFailed')}
        </button>
      ) : (
        <span className={state === 'loading' ? '' : 'invisible'}>
          <Spinner size={18} />
        </span>
      )}
    </div>
  );
}
