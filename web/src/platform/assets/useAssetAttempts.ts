import type { Asset } from '@foyer/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { fetchStatus } from './assetFailure.ts';
import { attemptUrl, initialAttempt, type AssetSize } from './assetUrl.ts';
import { nextAttempt } from './attempts.ts';

interface Options extends AssetSize {
  /** Called before the element gets another URL. */
  readonly onChange?: () => void;
  /**
   * The asset cannot be shown, in a stored size if a width is given: the full file may be something else.
   * @param status of the last response; 0 without one, 200 for bytes that the browser cannot decode
   */
  readonly onFailure: (status: number) => void;
}

interface AssetAttempts {
  /** Undefined until it is signed, if necessary. */
  readonly url: string | undefined;
  /** The element cannot load the URL. */
  readonly onError: () => Promise<void>;
  /** The element has loaded the URL: when its signature expires, a new one may be requested once more. */
  readonly onLoaded: () => void;
}

/**
 * The URL of an asset for an element. A signature that is refused or has expired is renewed once (ASSET-02), and a new
 * file has another URL.
 */
export function useAssetAttempts({ uri }: Asset, { width, onChange, onFailure }: Options): AssetAttempts {
  const [attempt, setAttempt] = useState(() => initialAttempt({ width }));
  const hasLoaded = useRef(false);
  const [url, setUrl] = useState<string>();
  const tryAgain = (status: number): void => {
    const failed = hasLoaded.current ? ({ ...attempt, signature: 'cached' } as const) : attempt;
    const next = nextAttempt(failed, status);
    if (typeof next === 'string' || next.sized !== attempt.sized) {
      onFailure(status);
      return;
    }
    hasLoaded.current = false;
    setAttempt(next);
  };
  const show = useEffectEvent((next: string | undefined): void => {
    // Another request for a signature may be granted.
    if (next === undefined) tryAgain(403);
    else if (next !== url) {
      onChange?.();
      setUrl(next);
    }
  });
  useEffect(() => {
    let isCurrent = true;
    const find = async (): Promise<void> => {
      const next = await attemptUrl({ uri }, { width, onlyThisSize: true }, attempt).catch(() => undefined);
      if (isCurrent) show(next);
    };
    void find();
    return () => {
      isCurrent = false;
    };
  }, [uri, width, attempt]);
  return {
    url,
    onError: async () => {
      if (url !== undefined) tryAgain(await fetchStatus(url));
    },
    onLoaded: () => {
      hasLoaded.current = true;
    },
  };
}
