/** An incoming call, with a ringtone. Takes the focus unless the user is typing. */
import { Dialog } from '@base-ui/react/dialog';
import bell from '@phosphor-icons/core/regular/bell-simple.svg?raw';
import bellSlash from '@phosphor-icons/core/regular/bell-simple-slash.svg?raw';
import phoneIcon from '@phosphor-icons/core/fill/phone-fill.svg?raw';
import phoneX from '@phosphor-icons/core/fill/phone-x-fill.svg?raw';
import video from '@phosphor-icons/core/fill/video-camera-fill.svg?raw';
import { useEffect, useRef, useState } from 'react';
import { showNotification } from '../../platform/alerts.ts';
import { useChat } from '../chat/index.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { isInMeeting, useAudioSessions } from '../../platform/playback/audioSessions.ts';
import { useIsPageFocused } from '../../platform/useIsPageFocused.ts';
import { Button } from '../../ui/Button.tsx';
import { Face } from '../../ui/Face.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { isRingtoneOn, playRingtone, setRingtone } from './media/ringtone.ts';
import type { Ringing } from './model/callsState.ts';
import { useOwnCallModel } from './useOwnCall.ts';
import styles from './ringingCard.module.css';

const isTyping = (): boolean => {
  const { activeElement } = document;
  return (
    activeElement instanceof HTMLElement &&
    (activeElement.isContentEditable || activeElement.matches('input, textarea, select'))
  );
};

/** Shows a system notification while the call rings and the page is not visible. */
function useNotification(callId: string, title: string): void {
  const isPageFocused = useIsPageFocused();
  useEffect(
    () => (isPageFocused ? undefined : showNotification({ topic: callId, title, persistent: true })),
    [callId, title, isPageFocused],
  );
}

export function RingingCard({ ringing }: { readonly ringing: Ringing }) {
  const { t } = useTranslation('call');
  const [isAudible, setIsAudible] = useState(isRingtoneOn);
  const card = useRef<HTMLDivElement>(null);
  const { accept, decline } = useOwnCallModel();
  const isBusy = useAudioSessions(isInMeeting);
  useEffect(() => (isAudible && !isBusy ? playRingtone() : undefined), [isAudible, isBusy]);
  const { call, from } = ringing;
  const name = from.name ?? t('nameless');
  const kind = useChat(({ rooms }) => rooms.get(call.roomId)?.kind);
  const isGroup = kind === 'group' || kind === 'privateGroup';
  const title = t(isGroup ? 'ringing.group' : 'ringing.title', { name });
  useNotification(call.callId, title);
  return (
    <Dialog.Root
      open
      modal={false}
      disablePointerDismissal
      onOpenChange={(_open, details) => details.cancel()}
    >
      <Dialog.Portal>
        <Dialog.Popup
          ref={card}
          role="alertdialog"
          // A panel that opens later hides everything but live regions from assistive technology.
          aria-live="assertive"
          data-dialog="call-ringing"
          // In a meeting the user may be typing in its frame.
          initialFocus={() => (isTyping() || isBusy ? false : card.current)}
          className={`${styles.card} dialog-surface`}
        >
          <div data-panel-head className="flex items-center gap-4">
            <span className={styles.face}>
              <Face person={from} name={name} size={56} />
            </span>
            <Dialog.Title className="title-font min-w-0 flex-1 text-section [overflow-wrap:anywhere]">
              {title}
            </Dialog.Title>
            {!isBusy && (
              <IconButton
                svg={isAudible ? bell : bellSlash}
                label={t(isAudible ? 'ringing.muteRingtone' : 'ringing.unmuteRingtone')}
                onClick={() => {
                  setRingtone(!isAudible);
                  setIsAudible(!isAudible);
                }}
              />
            )}
          </div>
          {isBusy && <p className="mt-3 text-ink-2">{t('meeting.ringing')}</p>}
          <div className="mt-4 flex flex-wrap gap-2">
            <Button
              kind="primary"
              icon={<Icon svg={video} size={20} />}
              onClick={() => void accept(ringing, true)}
              className="flex-1 whitespace-nowrap"
            >
              {t('ringing.withCamera')}
            </Button>
            <Button
              icon={<Icon svg={phoneIcon} size={20} />}
              onClick={() => void accept(ringing, false)}
              className="flex-1 whitespace-nowrap"
            >
              {t('ringing.withVoice')}
            </Button>
            <Button
              kind="quiet"
              icon={<Icon svg={phoneX} size={20} />}
              onClick={() => decline(ringing)}
              className="flex-1 whitespace-nowrap"
            >
              {t('ringing.decline')}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
