/** The QR code of an address, drawn by the page itself: nothing is loaded from elsewhere. */
import arrowsIn from '@phosphor-icons/core/regular/arrows-in.svg?raw';
import arrowsOut from '@phosphor-icons/core/regular/arrows-out.svg?raw';
import copyIcon from '@phosphor-icons/core/regular/copy.svg?raw';
import { useRef, useState } from 'react';
import { copyText } from '../../platform/copyText.ts';
import { useLocalizedEntry } from '../../platform/i18n/useLanguage.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useFullScreen } from '../../platform/useFullScreen.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useTrackAccess } from '../host/widgetSubject.ts';
import type { WidgetProps } from '../registry/widgetProps.ts';
import { QrCode } from './QrCode.tsx';
import './qrCode.css';
import { shortAddress } from './shortAddress.ts';
import { useTexts } from './useTexts.ts';
import { votingCodeGroups } from './votingCodeGroups.ts';

interface Props extends Pick<
  WidgetProps<'SuperEventQrEntryPointWidget'>,
  'configuration' | 'presentation' | 'name' | 'open'
> {
  /** To be entered on the page of the address. */
  readonly votingCode?: string | undefined;
}

export function QrCodeWidget({ configuration, presentation, name, open, votingCode }: Props) {
  const { t } = useTexts();
  const uri = useLocalizedEntry()(configuration.uris)?.uri;
  // The error boundary around every widget shows the failure.
  if (uri === undefined) throw new Error('The configuration has no address.');
  const address = shortAddress(uri);
  const label = t('label', { address });
  if (presentation === 'embedded')
    return (
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('enlarge', { name })}
        onClick={open}
        className="qr-embedded focus-contrast press rounded-mark"
      >
        <QrCode text={uri} label={label} />
      </button>
    );
  return <QrCodeCard uri={uri} address={address} label={label} votingCode={votingCode} />;
}

interface CardProps {
  readonly uri: string;
  readonly address: string;
  readonly label: string;
  readonly votingCode: string | undefined;
}

function QrCodeCard({ uri, address, label, votingCode }: CardProps) {
  const { t } = useTexts();
  const card = useRef<HTMLDivElement>(null);
  const { toggle, isOn } = useFullScreen(card);
  const trackAccess = useTrackAccess();
  return (
    <div ref={card} className="qr-card">
      <QrCode text={uri} label={label} className="rounded-card" />
      <div className="flex min-w-0 flex-col items-center gap-3 text-center">
        <p className="qr-hint">{t('scan')}</p>
        <a
          href={uri}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('openPage', { address })}
          onClick={() => trackAccess()}
          className="qr-address target rounded-mark font-strong underline underline-offset-4"
        >
          <bdi>{address}</bdi>
        </a>
        {votingCode !== undefined && <VotingCode code={votingCode} />}
        {toggle && (
          <Button kind="quiet" icon={<Icon svg={isOn ? arrowsIn : arrowsOut} size={18} />} onClick={toggle}>
            {t(isOn ? 'endFullScreen' : 'fullScreen')}
          </Button>
        )}
      </div>
    </div>
  );
}

function VotingCode({ code }: { readonly code: string }) {
  const { t } = useTexts();
  const [copyResult, setCopyResult] = useState<'copied' | 'notCopied'>();
  const copy = (): void =>
    void copyText(code).then((isDone) => setCopyResult(isDone ? 'copied' : 'notCopied'));
  return (
    <div className="flex flex-col items-center gap-1">
      <p className="qr-hint">{t('enterCode')}</p>
      <p className="flex items-center gap-1">
        <bdi className="qr-voting-code">{votingCodeGroups(code)}</bdi>
        <IconButton svg={copyIcon} label={t('copyCode')} onClick={copy} />
      </p>
      <span role="status" className="min-h-4.5 text-caption text-ink-2">
        {copyResult && t(copyResult)}
      </span>
    </div>
  );
}
