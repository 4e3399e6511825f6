import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import { useChat } from '../useChat.ts';
import { createRoomMessages } from '../model/roomMessages.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import { LinkButton } from '../LinkButton.tsx';

export interface PageEdgeProps {
  readonly roomId: string;
  readonly side: 'older' | 'newer';
  readonly hasMore: boolean;
}

/** Shown at an edge of the loaded messages while there are more. Its height is constant while they load. */
export function PageEdge({ roomId, side, hasMore }: PageEdgeProps) {
  const roomMessages = useVisit().get(createRoomMessages);
  const { t } = useTranslation('chat');
  const state = useChat(({ messagesByRoom }) => messagesByRoom.get(roomId)?.pages[side]);
  if (!hasMore) return null;
  return (
    <div className="grid h-11 shrink-0 place-items-center text-caption text-ink-2">
      {state === 'failed' ? (
        <LinkButton onClick={() => void roomMessages.loadPage(roomId, side)}>{t('pageFailed')}</LinkButton>
      ) : (
        // Only while it loads: its animation costs time also where nobody sees it.
        state === 'loading' && <Spinner size={18} />
      )}
    </div>
  );
}
