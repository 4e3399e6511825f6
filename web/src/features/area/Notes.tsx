/** Notes about the picture above the dock: how to look around, or what did not load. */
import handSwipe from '@phosphor-icons/core/regular/hand-swipe-right.svg?raw';
import imageBroken from '@phosphor-icons/core/regular/image-broken.svg?raw';
import info from '@phosphor-icons/core/regular/info.svg?raw';
import xIcon from '@phosphor-icons/core/regular/x.svg?raw';
import { useRef } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useCoversPicture } from '../../platform/pictureCover.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './area.module.css';
import type { PictureProblem } from './scene/Scene.tsx';

export function LookAroundHint() {
  const { t } = useTranslation('area');
  const hint = useRef<HTMLParagraphElement>(null);
  useCoversPicture(hint);
  return (
    <p ref={hint} className={`island ${styles.note} ${styles.hint}`}>
      <Icon svg={handSwipe} size={18} />
      {t('dragToLook')}
    </p>
  );
}

export function PictureProblemNote({ problem: { reason, retry } }: { readonly problem: PictureProblem }) {
  const { t } = useTranslation('area');
  const { t: common } = useTranslation('shell');
  return (
    <div role="status" className={`island ${styles.note}`}>
      <Icon svg={imageBroken} size={18} />
      <p>{t(reason === 'unreachable' ? 'pictureUnreachable' : 'pictureMissing')}</p>
      <Button kind="quiet" size="small" onClick={retry}>
        {common('common.tryNow')}
      </Button>
    </div>
  );
}

export function LowQualityNote({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('area');
  const { t: common } = useTranslation('shell');
  return (
    <div role="status" className={`island ${styles.note}`}>
      <Icon svg={info} size={18} />
      <p>{t('lowQuality')}</p>
      <IconButton svg={xIcon} label={common('common.close')} size={16} onClick={onClose} />
    </div>
  );
}
