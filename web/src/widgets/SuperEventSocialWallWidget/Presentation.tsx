/** A wall on a big screen: over the whole page, with the code that leads phones to it (WALL-06). */
import { Dialog } from '@base-ui/react/dialog';
import arrowsIn from '@phosphor-icons/core/regular/arrows-in.svg?raw';
import arrowsOut from '@phosphor-icons/core/regular/arrows-out.svg?raw';
import cloudSlash from '@phosphor-icons/core/regular/cloud-slash.svg?raw';
import xIcon from '@phosphor-icons/core/regular/x.svg?raw';
import { useRef } from 'react';
import { PresentedPosts } from '../../features/chat/index.ts';
import { useActiveDialog } from '../../platform/dialogs.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useConnectionBanner } from '../../platform/useConnectionBanner.ts';
import { useFullScreen } from '../../platform/useFullScreen.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { errorCorrectionFor } from '../qrCode/codeCapacity.ts';
import { QrCode } from '../qrCode/QrCode.tsx';
import { shortAddress } from '../qrCode/shortAddress.ts';
import styles from './presentation.module.css';
import { useIsActive } from './useIsActive.ts';
import { useReconnect } from './useReconnect.ts';
import { useTexts } from './useTexts.ts';
import { useWakeLock } from './useWakeLock.ts';

interface Props {
  readonly widgetId: string;
  readonly wallId: string;
  /** The name of the widget. */
  readonly name: string;
  readonly onClose: () => void;
}

export function Presentation({ widgetId, wallId, name, onClose }: Props) {
  const { t } = useTexts();
  const popup = useRef<HTMLDivElement>(null);
  const { toggle, isOn } = useFullScreen(popup);
  const isActive = useIsActive();
  const { banner } = useConnectionBanner();
  const isDisconnected = banner !== undefined && banner.kind !== 'back';
  useReconnect();
  useWakeLock();
  const id = `presentation-${widgetId}`;
  useActiveDialog(id, true, onClose, { followsAddress: true });
  return (
    <Dialog.Root
      open
      // The ribbon of the stage can be pressed meanwhile.
      modal="trap-focus"
      disablePointerDismissal
      onOpenChange={(open, { event }) => {
        // Escape in a dialog over it, which the ribbon has opened, closes that one.
        if (!open && !isInOtherDialog(event.target, popup.current)) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          data-dialog={id}
          initialFocus={popup}
          data-idle={!isActive || undefined}
          className={styles.presentation}
        >
          <div className={styles.posts}>
            <PresentedPosts wallId={wallId} invitation={<WallCode widgetId={widgetId} isInvitation />} />
          </div>
          <aside className={styles.aside}>
            <div className={styles.controls}>
              {toggle && (
                <IconButton
                  svg={isOn ? arrowsIn : arrowsOut}
                  label={t(isOn ? 'endFullScreen' : 'fullScreen')}
                  onClick={toggle}
                />
              )}
              <IconButton svg={xIcon} label={t('leave')} onClick={onClose} />
            </div>
            <Dialog.Title className={`${styles.title} title-font`}>
              <bdi>{name}</bdi>
            </Dialog.Title>
            <WallCode widgetId={widgetId} />
            <p role="status" className={styles.lost}>
              {isDisconnected && (
                <>
                  <Icon svg={cloudSlash} size={20} />
                  {t('lost')}
                </>
              )}
            </p>
          </aside>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function isInOtherDialog(target: EventTarget | null, own: Element | null): boolean {
  const dialog = target instanceof Element ? target.closest('[data-dialog]') : null;
  return dialog !== null && dialog !== own;
}

interface WallCodeProps extends Pick<Props, 'widgetId'> {
  /** Shown large in place of the posts while there are none; the code beside them is hidden then. */
  readonly isInvitation?: boolean;
}

/** The address of the wall, for the phones in the room. */
function WallCode({ widgetId, isInvitation = false }: WallCodeProps) {
  const { t } = useTexts();
  const uri = `${location.origin}${location.pathname}?${new URLSearchParams({ widget: widgetId })}`;
  const errorCorrection = errorCorrectionFor(uri);
  const address = shortAddress(uri);
  return (
    <div className={isInvitation ? styles.invitation : styles.code}>
      {errorCorrection && (
        <QrCode text={uri} errorCorrection={errorCorrection} label={t('code', { address })} />
      )}
      <p>{t(!isInvitation ? 'scan' : errorCorrection ? 'scanFirst' : 'first')}</p>
    </div>
  );
}
