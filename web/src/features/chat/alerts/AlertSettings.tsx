/** Settings: sounds, browser notifications, and the list of blocked users. */
import { useId, useState } from 'react';
import { setNotificationsEnabled, setSoundEnabled, useAlerts } from '../../../platform/alerts.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useShowSnackbar } from '../../../platform/snackbars.ts';
import { Button } from '../../../ui/Button.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { AsideFrame } from '../panel/AsideFrame.tsx';
import { ChatFace } from '../people/ChatFace.tsx';
import { useChatNames } from '../names/useChatNames.ts';
import { useChat } from '../useChat.ts';
import { createRooms } from '../model/rooms.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import listStyles from '../panel/chatList.module.css';

interface ChoiceProps {
  readonly title: string;
  readonly text: string;
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
}

function SettingRow({ title, text, checked, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-4 py-3">
      <div className="min-w-0 flex-1">
        <h3 id={id} className="text-name font-strong">
          {title}
        </h3>
        <p id={`${id}-means`} className="mt-0.5 text-caption text-ink-2">
          {text}
        </p>
      </div>
      <Switch
        aria-labelledby={id}
        aria-describedby={`${id}-means`}
        checked={checked}
        onCheckedChange={onChange}
      />
    </div>
  );
}

function BlockedUsers() {
  const { t } = useTranslation('chat');
  const { userName } = useChatNames();
  const blocked = useChat((data) => data.blocked);
  const rooms = useVisit().get(createRooms);
  const showSnackbar = useShowSnackbar();
  if (blocked.size === 0) return null;
  return (
    <section aria-label={t('settings.blocked')} className="mt-4 border-t border-line pt-4">
      <h3 className="text-name font-strong">{t('settings.blocked')}</h3>
      <ul>
        {[...blocked.values()].map((user) => (
          <li key={user.uid} className="flex min-h-14 items-center gap-3">
            <ChatFace user={user} size={36} />
            <bdi className="min-w-0 flex-1 truncate">{userName(user)}</bdi>
            <Button
              size="small"
              kind="quiet"
              onClick={() =>
                void rooms
                  .setBlocked(user.uid, false)
                  .catch(() => showSnackbar(t('actionFailed'), { tone: 'warning' }))
              }
            >
              {t('actions.unblock')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function AlertSettings() {
  const { t } = useTranslation('chat');
  const { sound, notify } = useAlerts();
  const [isDenied, setIsDenied] = useState(false);
  return (
    <AsideFrame title={t('settings.title')}>
      <div className={`${listStyles.scroller} min-h-0 flex-1 px-6 pb-6`}>
        <SettingRow
          title={t('settings.sound')}
          text={t('settings.soundText')}
          checked={sound}
          onChange={setSoundEnabled}
        />
        <SettingRow
          title={t('settings.notify')}
          text={t('settings.notifyText')}
          checked={notify}
          onChange={(on) => void setNotificationsEnabled(on).then((allowed) => setIsDenied(!allowed))}
        />
        <p role="status" className="text-caption text-danger">
          {isDenied && t('settings.denied')}
        </p>
        <BlockedUsers />
      </div>
    </AsideFrame>
  );
}
