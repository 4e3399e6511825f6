/** A picture of the venue in an `<img>`: first in a stored size, then in full. Failures lead to the fallback or an error. */
import { useEffect, useState, type ImgHTMLAttributes, type ReactNode } from 'react';
import { raiseGlobalError } from '../state/errors.ts';
import { useVenue } from '../state/venue.ts';
import { useLocalized } from '../i18n/useLanguage.ts';
import { AssetFailure, fetchStatus, logPictureFailure } from './assetFailure.ts';
import { attemptUrl, initialAttempt } from './assetUrl.ts';
import { nextAttempt, type AssetAttempt, type NextStep } from './attempts.ts';

export interface AssetImageProps extends Omit<
  ImgHTMLAttributes<HTMLImageElement>,
  'src' | 'srcSet' | 'width'
> {
  readonly assetId: string | undefined;
  /** Shown width in CSS pixels; selects the stored size to request. */
  readonly width?: number | undefined;
  /** Default: the asset's alternative text in the current language. */
  readonly alt?: string;
  /** Shown if the asset does not exist. */
  readonly fallback?: ReactNode;
  /** Called instead of opening the error dialog if the picture exists but cannot be shown. */
  readonly onFailure?: (message: string) => void;
}

export function AssetImage(props: AssetImageProps) {
  const uri = useVenue(({ assets }) =>
    props.assetId === undefined ? undefined : assets.get(props.assetId)?.uri,
  );
  // The key restarts the attempts for another picture or size.
  return <AssetAttempts key={`${uri} ${props.width}`} {...props} />;
}

function AssetAttempts({ assetId, width, alt, fallback = null, onFailure, ...rest }: AssetImageProps) {
  const asset = useVenue((state) => (assetId === undefined ? undefined : state.assets.get(assetId)));
  const localized = useLocalized();
  const [step, setStep] = useState<NextStep>(() => initialAttempt({ width }));
  const [url, setUrl] = useState<string>();

  useEffect(() => {
    if (typeof step === 'string') return undefined;
    let current = true;
    const find = async (attempt: AssetAttempt) => {
      try {
        const next = await attemptUrl(asset, { width }, attempt);
        if (!current) return;
        if (next) setUrl(next);
        else setStep('fallback');
      } catch (error) {
        if (!current) return;
        if (assetId !== undefined) logPictureFailure(assetId, error);
        setStep('error');
      }
    };
    void find(step);
    return () => {
      current = false;
    };
  }, [asset, assetId, width, step]);
  useEffect(() => {
    if (step !== 'error' || assetId === undefined) return;
    const message = `asset ${assetId} cannot be shown`;
    if (onFailure) onFailure(message);
    else raiseGlobalError('WIDGET_ERROR', message);
  }, [step, assetId, onFailure]);

  if (typeof step === 'string') return fallback;
  if (!url) return null;
  const tryNext = async () => {
    const status = await fetchStatus(url);
    const next = nextAttempt(step, status);
    if (typeof next === 'string' && assetId !== undefined)
      logPictureFailure(assetId, new AssetFailure(assetId, status));
    setStep(next);
  };
  return (
    <img
      decoding="async"
      {...rest}
      src={url}
      alt={alt ?? localized(asset?.alts)}
      onError={() => void tryNext()}
    />
  );
}
