/** Creates a group: name, members, and whether it is listed for everyone (CHAT-03, CHAT-09, CHAT-10). */
import { createChatGroup, type ChatUser } from '@foyer/contract';
import { chatGroupMembersMax, fieldLength } from '@foyer/contract/limits';
import { useId, useRef, useState } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { AsideFooter, AsideFrame } from '../panel/AsideFrame.tsx';
import { PeoplePicker } from '../people/PeoplePicker.tsx';
import { useIsMounted } from '../useIsMounted.ts';
import { useChatModel } from '../useChat.ts';
import { createRooms } from '../model/rooms.ts';
import { createRealtime } from '../../../platform/realtime/realtime.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import listStyles from '../panel/chatList.module.css';

/** How many members a group needs besides its creator. */
const minOtherMembers = 2;

/** The first field with an error. */
const firstInvalidField = (form: HTMLFormElement | null): HTMLElement | null | undefined =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]');

export function NewGroup() {
  const chat = useChatModel();
  const rooms = useVisit().get(createRooms);
  const realtime = useVisit().get(createRealtime);
  const { t } = useTranslation('chat');
  const id = useId();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly ChatUser[]>([]);
  const [isListed, setIsListed] = useState(true);
  const [wasSubmitted, setIsTried] = useState(false);
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const form = useRef<HTMLFormElement>(null);
  const isMounted = useIsMounted();
  // The id makes a repeated request idempotent.
  const [clientId] = useState(() => crypto.randomUUID());
  const isNamed = name.trim() !== '';
  const hasPeople = chosen.length >= minOtherMembers;
  const create = async (): Promise<void> => {
    setIsTried(true);
    if (!isNamed || !hasPeople) requestAnimationFrame(() => firstInvalidField(form.current)?.focus());
    if (!isNamed || !hasPeople || state === 'busy') return;
    setState('busy');
    try {
      const { room } = await realtime.sendCommand(createChatGroup, {
        clientId,
        kind: isListed ? 'group' : 'privateGroup',
        name: name.trim(),
        userIds: chosen.map(({ uid }) => uid),
      });
      rooms.put(room);
      if (isMounted()) chat.open(room.id);
    } catch {
      setState('failed');
    }
  };
  return (
    <AsideFrame title={t('newGroup.title')}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
        className="flex min-h-0 flex-1 flex-col"
      >
        <div className={`${listStyles.scroller} flex min-h-0 flex-1 flex-col gap-5 px-6 pt-2 pb-4`}>
          <Field
            label={t('newGroup.name')}
            value={name}
            maxLength={fieldLength}
            onChange={({ target }) => setName(target.value)}
            error={wasSubmitted && !isNamed ? t('newGroup.nameMissing') : undefined}
          />
          <div className="flex items-start gap-4">
            <div className="min-w-0 flex-1">
              <p id={id} className="text-name font-strong">
                {t('newGroup.listed')}
              </p>
              <p id={`${id}-means`} className="text-caption text-ink-2">
                {t(isListed ? 'newGroup.listedHint' : 'newGroup.privateHint')}
              </p>
            </div>
            <Switch
              aria-labelledby={id}
              aria-describedby={`${id}-means`}
              checked={isListed}
              onCheckedChange={setIsListed}
            />
          </div>
          <PeoplePicker
            chosen={chosen}
            onChange={(next) => setChosen(next.slice(0, chatGroupMembersMax - 1))}
            error={wasSubmitted && !hasPeople ? t('newGroup.peopleMissing') : undefined}
          />
        </div>
        <AsideFooter>
          {state === 'failed' && (
            <p role="alert" className="text-caption text-danger">
              {t('newGroup.failed')}
            </p>
          )}
          <Button type="submit" kind="primary" busy={state === 'busy'} className="w-full">
            {t('newGroup.create')}
          </Button>
        </AsideFooter>
      </form>
    </AsideFrame>
  );
}
