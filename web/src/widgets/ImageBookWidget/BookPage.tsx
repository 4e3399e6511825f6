import imageBroken from '@phosphor-icons/core/regular/image-broken.svg?raw';
import { useState } from 'react';
import { AssetImage } from '../../platform/assets/AssetImage.tsx';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import type { Extent } from '../../platform/panZoom/plane.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './openBook.module.css';
import type { BookPageInfo } from './useBookPages.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly page: BookPageInfo;
  /** CSS pixels at rest. */
  readonly size: Extent;
  /** CSS pixels for which the picture is requested: more than its size while it is zoomed. */
  readonly width: number;
}

/** A page of the open book. A page that cannot be loaded says so in its place, and the book goes on. */
export function BookPage({ page: { number, asset, alt }, size, width }: Props) {
  const { t } = useTexts();
  const [failure, setFailure] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const retry = (): void => {
    setFailure(undefined);
    setAttempt(attempt + 1);
  };
  return (
    <div className={styles.page} style={{ ...size, backgroundColor: asset?.averageColour }}>
      {failure === undefined ? (
        <AssetImage
          key={attempt}
          assetId={asset?.id}
          width={width}
          alt={alt || t('undescribed', { page: number })}
          draggable={false}
          fallback={<PageProblem text={t('gone', { page: number })} retry={retry} />}
          onFailure={setFailure}
          // Browsers draw the text of a picture that fails, until it is known why.
          className="size-full object-contain text-transparent"
        />
      ) : (
        <PageProblem text={t('failed', { page: number })} retry={retry} />
      )}
    </div>
  );
}

function PageProblem({ text, retry }: { readonly text: string; readonly retry: () => void }) {
  const { t: common } = useTranslation('widgets');
  return (
    <div
      role="alert"
      className="bg-solid text-ink flex size-full flex-col items-center justify-center gap-3 p-4 text-center"
    >
      <Icon svg={imageBroken} size={26} />
      <p className="text-body font-strong">{text}</p>
      <Button
        size="small"
        onClick={({ currentTarget }) => {
          // The button disappears: the keys go on turning pages.
          currentTarget.closest<HTMLElement>('[role="group"]')?.focus();
          retry();
        }}
      >
        {common('failed.again')}
      </Button>
    </div>
  );
}
