import arrowsIn from '@phosphor-icons/core/regular/arrows-in.svg?raw';
import arrowsOut from '@phosphor-icons/core/regular/arrows-out.svg?raw';
import { useRef } from 'react';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useFullScreen } from '../../platform/useFullScreen.ts';
import { Button } from '../../ui/Button.tsx';
import { useTrackAccess } from '../host/widgetSubject.ts';
import { errorCorrectionFor } from './codeCapacity.ts';
import { QrCode } from './QrCode.tsx';
import styles from './qrCode.module.css';
import { useTexts } from './useTexts.ts';
import { VotingCode } from './VotingCode.tsx';

interface Props {
  /** The widget's name. */
  readonly name: string;
  readonly uri: string;
  /** The address as people read it. */
  readonly address: string;
  /** Describes the code. */
  readonly label: string;
  readonly votingCode: string | undefined;
}

/** The code with its address in words; only these if the address is too long for a code. Full screen, it can be read from the last row of a room. */
export function QrCodeCard({ name, uri, address, label, votingCode }: Props) {
  const { t } = useTexts();
  const errorCorrection = errorCorrectionFor(uri);
  const card = useRef<HTMLDivElement>(null);
  const { toggle, isOn } = useFullScreen(card);
  const trackAccess = useTrackAccess();
  return (
    <div ref={card} className={styles.card}>
      {errorCorrection && (
        <QrCode text={uri} errorCorrection={errorCorrection} label={label} className="rounded-card" />
      )}
      <div className={styles.words}>
        {isOn && (
          <p className={`${styles.title} title-font`}>
            <bdi>{name}</bdi>
          </p>
        )}
        <div className={styles.row}>
          <p className={styles.hint}>{t(errorCorrection ? 'scan' : 'noCode')}</p>
          <a
            href={uri}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('openPage', { address })}
            onClick={() => trackAccess()}
            className={`${styles.address} target rounded-mark font-strong underline underline-offset-4`}
          >
            <bdi dir="ltr">{address}</bdi>
          </a>
        </div>
        {votingCode !== undefined && <VotingCode code={votingCode} canCopy={!isOn} />}
        {toggle && (
          <Button kind="quiet" icon={<Icon svg={isOn ? arrowsIn : arrowsOut} size={18} />} onClick={toggle}>
            {t(isOn ? 'endFullScreen' : 'fullScreen')}
          </Button>
        )}
      </div>
    </div>
  );
}
