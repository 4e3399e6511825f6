/** A picture of the venue in an `<img>`: first in a stored size, then in full. Failures lead to the fallback or an error. */
import { useEffect, useState, type ImgHTMLAttributes, type ReactNode } from 'react';
import { authorizationFor } from '../api/client.ts';
import { raiseGlobalError } from '../state/errors.ts';
import { useVenue } from '../state/venue.ts';
import { useLocalized } from '../i18n/useLanguage.ts';
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

/** An `<img>` does not report why it failed, so a HEAD request determines the status. */
async function statusOf(url: string): Promise<number> {
  try {
    return (await fetch(url, { method: 'HEAD', headers: authorizationFor(url) })).status;
  } catch {
    return 0;
  }
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
      const next = await attemptUrl(asset, { width }, attempt).catch(() => null);
      if (!current) return;
      if (next) setUrl(next);
      else setStep(next === null ? 'error' : 'fallback');
    };
    void find(step);
    return () => {
      current = false;
    };
  }, [asset, width, step]);
  useEffect(() => {
    if (step !== 'error' || assetId === undefined) return;
    const message = `asset ${assetId} cannot be shown`;
    if (onFailure) onFailure(message);
    else raiseGlobalError('WIDGET_ERROR', message);
  }, [step, assetId, onFailure]);

  if (typeof step === 'string') return fallback;
  if (!url) return null;
  const tryNext = async () => {
    const status = await statusOf(url);
    setStep((attempt) => (typeof attempt === 'string' ? attempt : nextAttempt(attempt, status)));
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
