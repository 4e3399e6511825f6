/** The call: a panel that floats above the venue, small or large; on a phone the whole screen, or small. */
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
import { dismiss, leave } from './actions.ts';
import { Devices } from './Devices.tsx';
import { MediaButtons, RoundButton } from './MediaButtons.tsx';
import { MediaNotes } from './MediaNotes.tsx';
import { canShareScreen, shareScreen, stopScreen, useLocalMedia } from './media/localMedia.ts';
import { useOthers, useSession } from './session.ts';
import { Tiles } from './Tiles.tsx';
import { useCallWords } from './useCallWords.ts';

/** Who comes and goes, for those who do not see it. */
function News() {
  const { t } = useTranslation('call');
  const { nameOf } = useCallWords();
  const members = useOthers();
  const [said, setSaid] = useState('');
  const before = useRef(members);
  useEffect(() => {
    const last = before.current;
    before.current = members;
    const came = members.find(({ tabId }) => !last.some((other) => other.tabId === tabId));
    const left = last.find(({ tabId }) => !members.some((other) => other.tabId === tabId));
    if (came) setSaid(t('said.came', { name: nameOf(came) }));
    else if (left) setSaid(t('said.left', { name: nameOf(left) }));
  }, [members, nameOf, t]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}

/** What there is to say instead of a picture, or beside it. */
function StateLine() {
  const { t } = useTranslation('call');
  const { nameOf, wanted } = useCallWords();
  const isAway = useSession(({ awaySince }) => awaySince !== null);
  const isJoining = useSession(({ phase }) => phase === 'joining');
  const remotes = useSession((session) => session.remotes);
  const rang = useSession(({ call }) => call?.rang ?? true);
  const isSharing = useLocalMedia(({ screen }) => screen !== undefined);
  const others = useOthers();
  const failed = others.find(({ tabId }) => remotes.get(tabId)?.state === 'failed');
  const line = ((): string | undefined => {
    if (isAway) return t('state.away');
    if (isJoining) return t('state.joining');
    if (failed) return `${t('problem.title')}: ${t('problem.peer', { name: nameOf(failed) })}`;
    if (others.length === 0 && !rang) return t('state.waiting');
    if (others.length === 0)
      return wanted === undefined ? t('state.callingSomebody') : t('state.calling', { name: wanted });
    return isSharing ? t('state.ownScreen') : undefined;
  })();
  // Nobody is on their way where nobody was rung.
  const isWaiting = isAway || (others.length === 0 && (rang || isJoining));
  return (
    <p role="status" className="call-line" data-empty={line === undefined}>
      {line !== undefined && isWaiting && <Spinner size={16} />}
      {line}
    </p>
  );
}

function Controls({ onDevices, devices }: { readonly onDevices: () => void; readonly devices: boolean }) {
  const { t } = useTranslation('call');
  const screen = useLocalMedia((local) => local.screen);
  const phase = useSession((session) => session.phase);
  return (
    <div role="group" aria-label={t('controls.label')} className="call-controls">
      <MediaButtons />
      {canShareScreen() && phase === 'in' && (
        <RoundButton
          svg={screenIcon}
          label={t(screen ? 'controls.unshare' : 'controls.share')}
          tone={screen ? 'off' : 'plain'}
          onClick={() => (screen ? stopScreen() : void shareScreen())}
        />
      )}
      <RoundButton
        svg={sliders}
        label={t('controls.devices')}
        tone={devices ? 'off' : 'plain'}
        onClick={onDevices}
      />
      <RoundButton
        svg={phoneX}
        label={t('controls.leave')}
        tone="danger"
        onClick={() => (phase === 'in' ? leave() : dismiss())}
      />
    </div>
  );
}

export function CallPanel() {
  const { t } = useTranslation('call');
  const { title } = useCallWords();
  const phone = useMedia('phone');
  const [isLarge, setIsLarge] = useState(phone);
  const [hasDevices, setHasDevices] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const smaller = () => setIsLarge(false);
  // Back and Escape never hang up.
  useActiveDialog('call', isLarge, smaller, { outlivesNavigation: true });
  return (
    <Dialog.Root
      open
      modal={phone && isLarge ? 'trap-focus' : false}
      disablePointerDismissal
      onOpenChange={(_open, details) => {
        details.cancel();
        smaller();
      }}
    >
      <Dialog.Portal>
        <Dialog.Popup
          ref={panel}
          data-dialog="call"
          data-size={isLarge ? 'large' : 'small'}
          initialFocus={panel}
          className="call-panel dialog-surface"
        >
          <div className="call-header">
            <Dialog.Title className="min-w-0 flex-1 truncate text-name font-strong">
              <bdi>{title}</bdi>
            </Dialog.Title>
            <IconButton
              svg={isLarge ? arrowsIn : arrowsOut}
              label={t(isLarge ? 'controls.smaller' : 'controls.larger')}
              onClick={() => setIsLarge(!isLarge)}
            />
          </div>
          <div className="call-stage">
            <Tiles />
          </div>
          <StateLine />
          <News />
          <MediaNotes className="mx-3 mb-2" />
          {hasDevices && (
            <div className="mx-3 mb-2">
              <Devices />
            </div>
          )}
          <Controls devices={hasDevices} onDevices={() => setHasDevices(!hasDevices)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
