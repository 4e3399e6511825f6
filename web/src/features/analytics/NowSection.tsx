import cloudSlash from '@phosphor-icons/core/regular/cloud-slash.svg?raw';
import wifiSlash from '@phosphor-icons/core/regular/wifi-slash.svg?raw';
import type { LiveFigures } from '@foyer/contract';
import { useEffect, useState } from 'react';
import { useNumberFormat } from '../../platform/i18n/useNumberFormat.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { isLost, useConnection } from '../../platform/state/connection.ts';
import { runAfter } from '../../platform/time/timers.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AreasOnPlan } from './AreasOnPlan.tsx';
import pageStyles from './figuresPage.module.css';
import styles from './liveFigures.module.css';
import { FigureTable } from './tables/FigureTable.tsx';
import { useEventTexts } from './useEventTexts.ts';
import type { LiveState } from './useLiveFigures.ts';
import { useTimeTexts } from './useTimeTexts.ts';
import { useVenueNames } from './useVenueNames.ts';

function Problem({ svg, text }: { readonly svg: string; readonly text: string }) {
  return (
    <p
      role="status"
      className="flex items-center gap-2 rounded-field bg-warning-fill px-4 py-3 text-caption text-warning"
    >
      <Icon svg={svg} size={18} className="shrink-0" />
      {text}
    </p>
  );
}

function LiveContent({ live }: { readonly live: LiveFigures }) {
  const { t } = useTranslation('analytics');
  const names = useVenueNames();
  const texts = useEventTexts();
  const number = useNumberFormat();
  return (
    <div className={`${pageStyles.columns} ${styles.live}`}>
      <AreasOnPlan live={live} />
      <FigureTable
        title={t('now.areas')}
        nameLabel={t('tables.areas.name')}
        emptyText={t('now.nobody')}
        rows={live.areas}
        keyOf={({ areaId }) => areaId}
        name={({ areaId }) => names.area(areaId)}
        weight={({ people }) => people}
        columns={[{ key: 'people', label: t('columns.people'), text: ({ people }) => number(people) }]}
      />
      <FigureTable
        title={t('now.events')}
        nameLabel={t('columns.event')}
        emptyText={t('now.noEvents')}
        rows={live.events}
        keyOf={({ category, action }) => `${category} ${action}`}
        name={(event) => ({ text: texts.action(event), isGone: false })}
        weight={({ count }) => count}
        columns={[{ key: 'count', label: t('columns.count'), text: ({ count }) => number(count) }]}
      />
    </div>
  );
}

function LiveSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')} className={pageStyles.columns}>
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-44 rounded-card" />
    </div>
  );
}

/** Shorter interruptions are not shown. */
const graceMs = 2_000;

/** Whether the connection has been lost for longer than a moment. */
function useIsDisconnected(): boolean {
  const isConnectionLost = useConnection(isLost);
  const [isOver, setIsOver] = useState(false);
  useEffect(
    () => runAfter(isConnectionLost ? graceMs : 0, () => setIsOver(isConnectionLost)),
    [isConnectionLost],
  );
  return isConnectionLost && isOver;
}

/** Why there are no current figures. */
function LiveProblem({ live, isLate, isDisconnected }: LiveState & { readonly isDisconnected: boolean }) {
  const { t } = useTranslation('analytics');
  const { time } = useTimeTexts();
  const since = useConnection((connection) => connection.since);
  if (live && isDisconnected) return <Problem svg={wifiSlash} text={t('now.stale', { time: time(since) })} />;
  if (!isLate) return null;
  return <Problem svg={cloudSlash} text={live ? t('now.late', { time: time(live.at) }) : t('now.failed')} />;
}

/** The people at the event now, and what they have just done. */
export function NowSection({ state }: { readonly state: LiveState }) {
  const { t } = useTranslation('analytics');
  const { live, isLate } = state;
  const number = useNumberFormat();
  const isDisconnected = useIsDisconnected();
  const isStale = isDisconnected || isLate;
  return (
    <section aria-labelledby="figures-now" data-stale={isStale || undefined} className="flex flex-col gap-4">
      <h2 id="figures-now" className="title-font text-panel">
        {t('now.title')}
      </h2>
      <LiveProblem {...state} isDisconnected={isDisconnected} />
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        {live ? (
          <>
            <span
              className={`font-title text-[clamp(2.75rem,9vw,4rem)] leading-[1.0625] [overflow-wrap:anywhere] tabular-nums ${
                isStale ? 'text-ink-3' : ''
              }`}
            >
              {number(live.people)}
            </span>
            <span className="text-ink-2">{t('now.people', { count: live.people })}</span>
          </>
        ) : (
          <Skeleton className="h-17 w-40" />
        )}
      </p>
      {live ? <LiveContent live={live} /> : <LiveSkeleton />}
    </section>
  );
}
