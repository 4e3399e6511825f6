/** Adds users to a group. */
import { addChatMembers, type ChatUser, type ChatRoom } from '@foyer/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { AsideFooter, AsideFrame } from '../panel/AsideFrame.tsx';
import { PeoplePicker } from '../people/PeoplePicker.tsx';
import { useMembers } from './useMembers.ts';
import { createChatView } from '../model/view.ts';
import { createRealtime } from '../../../platform/realtime/realtime.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import listStyles from '../panel/chatList.module.css';

export function Invite({ room }: { readonly room: ChatRoom }) {
  const view = useVisit().get(createChatView);
  const realtime = useVisit().get(createRealtime);
  const { t } = useTranslation('chat');
  const [chosen, setChosen] = useState<readonly ChatUser[]>([]);
  const [state, setState] = useState<'idle' | 'busy' | 'missing' | 'failed'>('idle');
  const members = useMembers(room.id);
  const without = useMemo(() => new Set(members?.map(({ uid }) => uid)), [members]);
  const invite = async (): Promise<void> => {
    if (chosen.length === 0) {
      setState('missing');
      return;
    }
    setState('busy');
    try {
      await realtime.sendCommand(addChatMembers, {
        roomId: room.id,
        userIds: chosen.map(({ uid }) => uid),
      });
      view.showAside('members');
    } catch {
      setState('failed');
    }
  };
  return (
    <AsideFrame title={t('invite.title')}>
      <div className={`${listStyles.scroller} min-h-0 flex-1 px-6 pt-2 pb-4`}>
        <PeoplePicker
          chosen={chosen}
          onChange={setChosen}
          without={without}
          error={state === 'missing' && chosen.length === 0 ? t('invite.missing') : undefined}
        />
      </div>
      <AsideFooter>
        {state === 'failed' && (
          <p role="alert" className="text-caption text-danger">
            {t('invite.failed')}
          </p>
        )}
        <Button kind="primary" busy={state === 'busy'} onClick={() => void invite()} className="w-full">
          {t('invite.submit')}
        </Button>
      </AsideFooter>
    </AsideFrame>
  );
}
