import checkIcon from '@phosphor-icons/core/fill/check-circle-fill.svg?raw';
import wifiSlash from '@phosphor-icons/core/regular/wifi-slash.svg?raw';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { extra } from '../../platform/extra.tsx';
import { fetchPiece } from '../../platform/fetchPiece.ts';
import { loadLateTexts } from '../../platform/i18n/i18n.ts';
import { regionalTag } from '../../platform/i18n/regionalTag.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { useCoversPicture } from '../../platform/pictureCover.ts';
import { useLineMark, type LineMark, type Telling } from './useLineMark.ts';

const CaughtUp = extra(async () => {
  const [piece] = await Promise.all([fetchPiece(() => import('./CaughtUp.tsx')), loadLateTexts('presence')]);
  return piece;
});

type LineProps = LineMark & Pick<Telling, 'onCaughtUp'>;

function Line({ kind, since, onCaughtUp }: LineProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const line = useRef<HTMLParagraphElement>(null);
  useCoversPicture(line);
  // What floats below the header makes room for it, also when more words come.
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const place = line.current;
    if (!place) return undefined;
    const sizes = new ResizeObserver(() => style.setProperty('--line-room', `${place.offsetHeight + 12}px`));
    sizes.observe(place);
    return () => {
      sizes.disconnect();
      style.removeProperty('--line-room');
    };
  }, []);
  const time = new Intl.DateTimeFormat([regionalTag(language), 'en'], { timeStyle: 'short' });
  const isBack = kind === 'back';
  return (
    <p
      ref={line}
      className="dialog-surface fade-in pointer-events-auto flex items-center gap-3 rounded-tile px-4 py-2.5 text-caption"
    >
      <Icon
        svg={isBack ? checkIcon : wifiSlash}
        size={18}
        className={isBack ? 'text-available' : 'text-warning'}
      />
      <span>
        {t(`offline.${kind}`, { time: time.format(since) })} {isBack && <CaughtUp onTold={onCaughtUp} />}
      </span>
    </p>
  );
}

/** A line, never a dialog: what is here stays usable. */
export function OfflineLine() {
  const { mark, onCaughtUp } = useLineMark();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 top-[calc(var(--header-height)+12px)] z-30 flex justify-center"
    >
      {mark && <Line {...mark} onCaughtUp={onCaughtUp} />}
    </div>
  );
}
