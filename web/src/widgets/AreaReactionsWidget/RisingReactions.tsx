/**
 * The reactions that attendees in the area send, rising above the dock. With reduced motion, counts are shown instead.
 * Screen readers get a summary.
 */
import { reactionCounts, type DataOf } from '@foyer/contract';
import { useEffect, useState } from 'react';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useMedia } from '../../platform/media.ts';
import { createRealtime } from '../../platform/realtime/realtime.ts';
import { runAfter, runEvery } from '../../platform/time/timers.ts';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import type { AreaContext } from '../../extensions/area.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { addCounts, addReactions, risingMs, type Counts, type RisingReaction } from './addReactions.ts';
import { reactions } from './reactionIcons.ts';
import { risingIcons } from './risingIcons.ts';
import styles from './risingReactions.module.css';
import { useTexts } from './useTexts.ts';

/** How often a summary is announced to screen readers. */
const announceEveryMs = 6_000;
/** How long the counts stay after the last reaction. */
const countsMs = 3_000;

interface Shown {
  readonly rising: readonly RisingReaction[];
  /** Counts since reactions were last hidden. */
  readonly recent: Counts;
}
const nothing: Shown = { rising: [], recent: {} };

/** The reactions in the area that are currently shown. */
function useReactions(areaId: string): Shown {
  const visit = useVisit();
  const [shown, setShown] = useState(nothing);
  useEffect(() => {
    const mounted = new AbortController();
    const { signal } = mounted;
    let cancel: (() => void) | undefined;
    const receive = ({ areaId: eventAreaId, counts }: DataOf<typeof reactionCounts>): void => {
      if (eventAreaId !== areaId || document.hidden) return;
      setShown(({ rising, recent }) => ({
        rising: addReactions(rising, counts, { now: performance.now(), random: Math.random }),
        recent: addCounts(recent, counts),
      }));
      cancel?.();
      cancel = runAfter(Math.max(risingMs, countsMs), () => setShown(nothing), signal);
    };
    visit.get(createRealtime).on(reactionCounts, receive, signal);
    return () => {
      mounted.abort();
      setShown(nothing);
    };
  }, [visit, areaId]);
  return shown;
}

/** A summary of the reactions since the last summary. */
function useAnnouncement(areaId: string): string {
  const { t } = useTexts();
  const visit = useVisit();
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const mounted = new AbortController();
    const { signal } = mounted;
    let pending: Counts = {};
    const receive = ({ areaId: eventAreaId, counts }: DataOf<typeof reactionCounts>): void => {
      if (eventAreaId === areaId) pending = addCounts(pending, counts);
    };
    visit.get(createRealtime).on(reactionCounts, receive, signal);
    const announce = (): void => {
      const received = reactions.filter((reaction) => pending[reaction]);
      setAnnouncement(
        received.map((reaction) => t(`counts.${reaction}`, { count: pending[reaction] ?? 0 })).join(', '),
      );
      pending = {};
    };
    runEvery(announceEveryMs, announce, signal);
    return () => mounted.abort();
  }, [visit, areaId, t]);
  return announcement;
}

export default function RisingReactions({ area: { id: areaId } }: AreaContext) {
  const reducedMotion = useMedia('reducedMotion');
  const { rising, recent } = useReactions(areaId);
  const announcement = useAnnouncement(areaId);
  return (
    <>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <div aria-hidden="true" className={styles.place}>
        {reducedMotion ? (
          <ReactionCounts counts={recent} />
        ) : (
          rising.map((each) => <RisingIcon key={each.key} rising={each} />)
        )}
      </div>
    </>
  );
}

function RisingIcon({ rising: { reaction, count, place } }: { readonly rising: RisingReaction }) {
  return (
    <span
      className={styles.reaction}
      data-reaction={reaction}
      style={{ insetInlineStart: `${(place * 100).toFixed(1)}%` }}
    >
      <Icon svg={risingIcons[reaction]} size={28} />
      {count > 1 && <span className={styles.count}>{count}</span>}
    </span>
  );
}

function ReactionCounts({ counts }: { readonly counts: Counts }) {
  const present = reactions.filter((reaction) => counts[reaction]);
  if (present.length === 0) return null;
  return (
    <span className={`${styles.counts} island`}>
      {present.map((reaction) => (
        <span key={reaction} className="flex items-center gap-1" data-reaction={reaction}>
          <Icon svg={risingIcons[reaction]} size={18} />
          {counts[reaction]}
        </span>
      ))}
    </span>
  );
}
