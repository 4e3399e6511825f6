/** What everyone in the area sends, rising above the dock; without motion a quiet count, and for ears in words. */
import { areaReactions } from '@foyer/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useMedia } from '../../platform/media.ts';
import { realtime } from '../../platform/realtime/realtime.ts';
import { runAfter, runEvery } from '../../platform/time/timers.ts';
import type { AreaContext } from '../../extensions/area.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { after, risingMs, sum, type Counts, type Rising } from './rising.ts';
import './reaction.css';
import { signNames, signs } from './signs.ts';

/** Words come this often at most: nobody wants to hear every hand. */
const wordsMs = 6_000;
/** A quiet count stays for this long after the last sign. */
const quietMs = 3_000;

interface Shown {
  readonly rising: readonly Rising[];
  /** Since nothing was shown. */
  readonly recent: Counts;
}
const nothing: Shown = { rising: [], recent: {} };

/** Follows the area's reactions. Returns what is shown of them now. */
function useReactions(areaId: string): Shown {
  const [shown, setShown] = useState(nothing);
  useEffect(() => {
    let cancel: (() => void) | undefined;
    const off = realtime.on(areaReactions, ({ areaId: where, counts }) => {
      if (where !== areaId || document.hidden) return;
      setShown(({ rising, recent }) => ({
        rising: after(rising, counts, { now: performance.now(), random: Math.random }),
        recent: sum(recent, counts),
      }));
      cancel?.();
      cancel = runAfter(Math.max(risingMs, quietMs), () => setShown(nothing));
    });
    return () => {
      off();
      cancel?.();
      setShown(nothing);
    };
  }, [areaId]);
  return shown;
}

/** The signs that came since the last words, told every few seconds. */
function useWords(areaId: string): string {
  const { t } = useTranslation('widgets');
  const [words, setWords] = useState('');
  useEffect(() => {
    let waiting: Counts = {};
    const off = realtime.on(areaReactions, ({ areaId: where, counts }) => {
      if (where === areaId) waiting = sum(waiting, counts);
    });
    const end = runEvery(wordsMs, () => {
      const heard = signNames.filter((sign) => waiting[sign]);
      setWords(heard.map((sign) => t(`reactions.heard.${sign}`, { count: waiting[sign] ?? 0 })).join(', '));
      waiting = {};
    });
    return () => {
      off();
      end();
    };
  }, [areaId, t]);
  return words;
}

export default function RisingReactions({ area: { id: areaId } }: AreaContext) {
  const still = useMedia('reducedMotion');
  const { rising, recent } = useReactions(areaId);
  const words = useWords(areaId);
  return (
    <>
      <VisuallyHidden role="status">{words}</VisuallyHidden>
      <div aria-hidden="true" className="reactions-place">
        {still ? <Quiet counts={recent} /> : rising.map((sign) => <RisingSign key={sign.key} sign={sign} />)}
      </div>
    </>
  );
}

function RisingSign({ sign: { reaction, count, place } }: { readonly sign: Rising }) {
  return (
    <span
      className="rising-sign"
      data-reaction={reaction}
      style={{ insetInlineStart: `${(place * 100).toFixed(1)}%` }}
    >
      <Icon svg={signs[reaction].rising} size={28} />
      {count > 1 && <span className="rising-count">{count}</span>}
    </span>
  );
}

function Quiet({ counts }: { readonly counts: Counts }) {
  const there = signNames.filter((sign) => counts[sign]);
  if (there.length === 0) return null;
  return (
    <span className="quiet-signs island">
      {there.map((sign) => (
        <span key={sign} className="flex items-center gap-1" data-reaction={sign}>
          <Icon svg={signs[sign].rising} size={18} />
          {counts[sign]}
        </span>
      ))}
    </span>
  );
}
