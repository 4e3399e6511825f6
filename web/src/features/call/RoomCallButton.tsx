/** The button in a room's header that starts a call, or joins the call in progress. */
import phoneIcon from '@phosphor-icons/core/regular/phone.svg?raw';
import phoneCall from '@phosphor-icons/core/fill/phone-call-fill.svg?raw';
import { isBuiltInRoom, type ChatRoom } from '@foyer/contract';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { isActive } from './model/ownCallState.ts';
import { useCalls, useCallsModel } from './useCalls.ts';

export default function RoomCallButton({ room }: { readonly room: ChatRoom }) {
  const { t } = useTranslation('call');
  const call = useCalls(({ byRoom }) => byRoom.get(room.id));
  const isInCall = useCalls(({ own }) => isActive(own));
  const { request } = useCallsModel();
  if (isBuiltInRoom(room) || room.readOnlyReason === 'blocked') return null;
  const name = room.name ?? room.otherMember?.name;
  const start = () => request({ roomId: room.id, name });
  if (isInCall) return null;
  if (call)
    return (
      <Button size="small" kind="primary" icon={<Icon svg={phoneCall} size={18} />} onClick={start}>
        {t('join')}
      </Button>
    );
  // A muted user may join a call but not start one.
  if (room.readOnlyReason !== undefined) return null;
  return <IconButton svg={phoneIcon} label={t('call')} onClick={start} />;
}
