/** The call as a floating panel, small or large; on a phone, large is full screen. */
import { Dialog } from '@base-ui/react/dialog';
import arrowsIn from '@phosphor-icons/core/regular/arrows-in-simple.svg?raw';
import arrowsOut from '@phosphor-icons/core/regular/arrows-out-simple.svg?raw';
import phoneX from '@phosphor-icons/core/fill/phone-x-fill.svg?raw';
import screenIcon from '@phosphor-icons/core/fill/monitor-arrow-up-fill.svg?raw';
import sliders from '@phosphor-icons/core/regular/sliders-horizontal.svg?raw';
import { useEffect, useRef, useState } from 'react';
import { useActiveDialog } from '../../platform/dialogs.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useMedia } from '../../platform/media.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { DeviceSettings } from './media/DeviceSettings.tsx';
import { MediaButtons, RoundButton } from './media/MediaButtons.tsx';
import { MediaNotes } from './media/MediaNotes.tsx';
import { canShareScreen } from './model/media/localMedia.ts';
import { isJoining as isJoiningCall, memberOf } from './model/ownCallState.ts';
import { ParticipantTiles } from './ParticipantTiles.tsx';
import { useCalls } from './useCalls.ts';
import { useCallTexts } from './useCallTexts.ts';
import { useCallStreams, useLocalMedia, useOtherParticipants, useOwnCallModel } from './useOwnCall.ts';
import styles from './callPanel.module.css';

/** Announces to screen readers who joins and leaves. */
function JoinAnnouncements() {
  const { t } = useTranslation('call');
  const { nameOf } = useCallTexts();
  const members = useOtherParticipants();
  const [announcement, setAnnouncement] = useState('');
  const before = useRef(members);
  useEffect(() => {
    const last = before.current;
    before.current = members;
    const joined = members.find(({ tabId }) => !last.some((other) => other.tabId === tabId));
    const left = last.find(({ tabId }) => !members.some((other) => other.tabId === tabId));
    if (joined) setAnnouncement(t('announcement.joined', { name: nameOf(joined) }));
    else if (left) setAnnouncement(t('announcement.left', { name: nameOf(left) }));
  }, [members, nameOf, t]);
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}

/** The state of the call in one line below the tiles. */
function StatusLine() {
  const { t } = useTranslation('call');
  const { nameOf, targetName } = useCallTexts();
  const isJoining = useCalls(({ own }) => isJoiningCall(own));
  const isDisconnected = useCalls(({ own }) => {
    const since = memberOf(own)?.disconnectedSince;
    return !isJoiningCall(own) && since !== null && since !== undefined;
  });
  const remotes = useCallStreams((streams) => streams.remotes);
  const didRing = useCalls(({ own }) => memberOf(own)?.call.rings ?? true);
  const isSharing = useLocalMedia(({ screen }) => screen !== undefined);
  const others = useOtherParticipants();
  const failed = others.find(({ tabId }) => remotes.get(tabId)?.state === 'failed');
  const line = ((): string | undefined => {
    if (isDisconnected) return t('state.disconnected');
    if (isJoining) return t('state.joining');
    if (failed) return `${t('problem.title')}: ${t('problem.peer', { name: nameOf(failed) })}`;
    if (others.length === 0 && !didRing) return t('state.waiting');
    if (others.length === 0)
      return targetName === undefined ? t('state.callingUnnamed') : t('state.calling', { name: targetName });
    return isSharing ? t('state.ownScreen') : undefined;
  })();
  // A call that does not ring shows no spinner: nobody is expected to answer.
  const isWaiting = isDisconnected || (others.length === 0 && (didRing || isJoining));
  return (
    <p role="status" className={styles.status}>
      {line !== undefined && isWaiting && <Spinner size={16} />}
      {line}
    </p>
  );
}

function Controls({ onDevices, devices }: { readonly onDevices: () => void; readonly devices: boolean }) {
  const { t } = useTranslation('call');
  const screen = useLocalMedia((local) => local.screen);
  const { media, close } = useOwnCallModel();
  return (
    <div role="group" aria-label={t('controls.label')} className={styles.controls}>
      <MediaButtons />
      {canShareScreen() && (
        <RoundButton
          svg={screenIcon}
          label={t(screen ? 'controls.unshare' : 'controls.share')}
          tone={screen ? 'off' : 'plain'}
          onClick={() => (screen ? media.stopScreen() : void media.shareScreen())}
        />
      )}
      <RoundButton
        svg={sliders}
        label={t('controls.devices')}
        tone={devices ? 'off' : 'plain'}
        onClick={onDevices}
      />
      <RoundButton svg={phoneX} label={t('controls.leave')} tone="danger" onClick={close} />
    </div>
  );
}

/** On a low screen the panel scrolls, and what opens may be out of sight. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

export function CallPanel() {
  const { t } = useTranslation('call');
  const { title } = useCallTexts();
  const phone = useMedia('phone');
  const [isLarge, setIsLarge] = useState(phone);
  const [hasDevices, setHasDevices] = useState(false);
  const size = isLarge ? 'large' : 'small';
  const panel = useRef<HTMLDivElement>(null);
  const smaller = () => setIsLarge(false);
  // Back and Escape make the panel smaller; they do not leave the call.
  useActiveDialog('call', isLarge, smaller, { outlivesNavigation: true });
  // What comes and goes is below the buttons of the small panel, which grows downward, and above those of the large one,
  // which are at its bottom, so that no button moves while someone presses it.
  const margin = isLarge ? 'mx-3 mt-3' : 'mx-3 mb-3';
  const details = (
    <>
      <StatusLine />
      <MediaNotes className={margin} />
      {hasDevices && (
        <div ref={scrollIntoView} className={`${margin} low:scroll-mb-20`}>
          <DeviceSettings />
        </div>
      )}
    </>
  );
  return (
    <Dialog.Root
      open
      modal={phone && isLarge ? 'trap-focus' : false}
      disablePointerDismissal
      onOpenChange={(_open, change) => {
        change.cancel();
        smaller();
      }}
    >
      <Dialog.Portal>
        <Dialog.Popup
          ref={panel}
          // A panel that is open on a phone hides everything but live regions from assistive technology.
          aria-live="off"
          data-dialog="call"
          data-size={size}
          initialFocus={panel}
          className={`${styles.panel} dialog-surface`}
        >
          <div data-panel-head className="flex items-center gap-2 pt-2.5 pb-2 ps-5 pe-3">
            <Dialog.Title className="min-w-0 flex-1 truncate text-name font-strong">
              <bdi>{title}</bdi>
            </Dialog.Title>
            <IconButton
              svg={isLarge ? arrowsIn : arrowsOut}
              label={t(isLarge ? 'controls.smaller' : 'controls.larger')}
              onClick={() => setIsLarge(!isLarge)}
            />
          </div>
          <ParticipantTiles size={size} />
          <JoinAnnouncements />
          {isLarge && details}
          <Controls devices={hasDevices} onDevices={() => setHasDevices(!hasDevices)} />
          {!isLarge && details}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
