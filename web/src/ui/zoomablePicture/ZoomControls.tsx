import frameCorners from '@phosphor-icons/core/regular/corners-in.svg?raw';
import minus from '@phosphor-icons/core/regular/minus.svg?raw';
import plus from '@phosphor-icons/core/regular/plus.svg?raw';
import { usePercentFormat } from '../../platform/i18n/useNumberFormat.ts';
import { zoomStep, type PictureZoom } from '../../platform/panZoom/usePictureZoom.ts';
import { IconButton } from '../IconButton.tsx';
import styles from './zoomablePicture.module.css';
import { useTexts } from './useTexts.ts';

/** Not `disabled`: a disabled button would lose the focus after the click that reaches the limit. */
const disabledStyle = 'aria-disabled:text-ink-3';

/** The buttons for the zoom, in a corner of the picture's frame. */
export function ZoomControls({ zoom, maxZoom }: { readonly zoom: PictureZoom; readonly maxZoom: number }) {
  const { t } = useTexts();
  const percent = usePercentFormat();
  const scale = zoom.view.zoom;
  return (
    <div
      role="group"
      aria-label={t('controls')}
      data-gestures="own"
      className={`${styles.controls} island absolute flex items-center rounded-full p-1`}
    >
      <IconButton
        svg={minus}
        label={t('zoomOut')}
        aria-disabled={scale <= 1}
        className={disabledStyle}
        onClick={() => zoom.zoomBy(1 / zoomStep)}
      />
      <output aria-live="polite" className="text-caption min-w-13 text-center tabular-nums">
        {percent(scale)}
      </output>
      <IconButton
        svg={plus}
        label={t('zoomIn')}
        aria-disabled={scale >= maxZoom}
        className={disabledStyle}
        onClick={() => zoom.zoomBy(zoomStep)}
      />
      <IconButton
        svg={frameCorners}
        label={t('whole')}
        aria-disabled={scale <= 1}
        className={disabledStyle}
        onClick={zoom.reset}
      />
    </div>
  );
}
