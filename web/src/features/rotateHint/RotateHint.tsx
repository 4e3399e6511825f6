import rotateIcon from '@phosphor-icons/core/regular/device-rotate.svg?raw';
import xIcon from '@phosphor-icons/core/regular/x.svg?raw';
import { useRef, useState } from 'react';
import { bundledTexts } from '../../platform/i18n/bundledTexts.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useCoversPicture } from '../../platform/pictureCover.ts';
import { browserStorage } from '../../platform/storage/browserStorage.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import type texts from './bundledTexts/en.json';

const storageKey = 'foyer.rotateHint';

const useTexts = bundledTexts<typeof texts>(
  import.meta.glob('./bundledTexts/*.json', { eager: true, import: 'default' }),
);

/**
 * A hint for small screens in portrait orientation that areas look best in landscape. It covers nothing important and
 * can be dismissed permanently.
 */
export default function RotateHint() {
  const [dismissed, setDismissed] = useState(() => browserStorage.get(storageKey) === 'dismissed');
  if (dismissed) return null;
  const dismiss = () => {
    browserStorage.set(storageKey, 'dismissed');
    setDismissed(true);
  };
  return <Hint onDismiss={dismiss} />;
}

function Hint({ onDismiss }: { readonly onDismiss: () => void }) {
  const { t } = useTexts();
  const hint = useRef<HTMLElement>(null);
  useCoversPicture(hint);
  return (
    <aside
      ref={hint}
      aria-label={t('title')}
      data-hint="rotate"
      className="island fade-in fixed inset-x-4 top-[calc(var(--header-height)+8px+var(--banner-height,0px))] z-20 mx-auto flex max-w-90 items-center gap-3 rounded-tile py-1.5 ps-4 pe-1.5"
    >
      <Icon svg={rotateIcon} size={22} />
      <p className="min-w-0 flex-1 text-caption">
        <strong className="font-strong">{t('title')}</strong> <span className="text-ink-2">{t('text')}</span>
      </p>
      <IconButton svg={xIcon} label={t('stay')} onClick={onDismiss} />
    </aside>
  );
}
