/** The QR code of an address, drawn by the page itself: nothing is loaded from elsewhere. */
import { useLocalizedEntry } from '../../platform/i18n/useLanguage.ts';
import { NoAddress } from '../noAddress/NoAddress.tsx';
import type { WidgetProps } from '../registry/widgetProps.ts';
import { errorCorrectionFor } from './codeCapacity.ts';
import { QrCode } from './QrCode.tsx';
import { QrCodeCard } from './QrCodeCard.tsx';
import styles from './qrCode.module.css';
import { shortAddress } from './shortAddress.ts';
import { useTexts } from './useTexts.ts';

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
  if (uri === undefined) return <NoAddress name={name} presentation={presentation} />;
  const address = shortAddress(uri);
  const label = t('label', { address });
  const errorCorrection = errorCorrectionFor(uri);
  if (presentation === 'embedded')
    return (
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('enlarge', { name })}
        onClick={open}
        className={`${styles.embedded} focus-contrast press rounded-mark ${errorCorrection ? '' : 'island px-3'}`}
      >
        {errorCorrection ? (
          <QrCode text={uri} errorCorrection={errorCorrection} label={label} />
        ) : (
          <span dir="auto" className="text-name font-strong [overflow-wrap:anywhere]">
            {name}
          </span>
        )}
      </button>
    );
  return <QrCodeCard name={name} uri={uri} address={address} label={label} votingCode={votingCode} />;
}
