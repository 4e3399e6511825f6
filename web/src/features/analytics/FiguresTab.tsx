/** Figures: now, and of a range of time. */
import hourglass from '@phosphor-icons/core/regular/hourglass-medium.svg?raw';
import cloudSlash from '@phosphor-icons/core/regular/cloud-slash.svg?raw';
import usersIcon from '@phosphor-icons/core/regular/users-three.svg?raw';
import type { Figures } from '@foyer/contract';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useUi } from '../../platform/state/ui.ts';
import { useServerTime } from '../../platform/time/serverTime.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Statement } from '../../ui/Statement.tsx';
import pageStyles from './figuresPage.module.css';
import { NowSection } from './NowSection.tsx';
import { PeopleSection } from './people/PeopleSection.tsx';
import { rangeErrorOf, rangeNameOf, rangeOf, type RangeChoice } from './range/range.ts';
import { RangeSelector } from './range/RangeSelector.tsx';
import { browserTimeZone, dateOf } from './range/zonedTime.ts';
import { AreasTable } from './tables/AreasTable.tsx';
import { EventTables } from './tables/EventTables.tsx';
import { useFigures } from './useFigures.ts';
import { useLiveFigures } from './useLiveFigures.ts';
import { useTimeTexts } from './useTimeTexts.ts';

const isEmpty = ({ series, areas, events }: Figures): boolean =>
  series.every(({ people, views }) => people === 0 && views === 0) &&
  areas.length === 0 &&
  events.length === 0;

function FiguresSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-8">
      <Skeleton className="h-120 rounded-card" />
      <Skeleton className="h-60 rounded-card" />
      <div className={pageStyles.columns}>
        <Skeleton className="h-60 rounded-card" />
        <Skeleton className="h-60 rounded-card" />
      </div>
    </div>
  );
}

interface RangeFiguresProps {
  readonly figures: Figures;
  readonly hasBegun: boolean;
  readonly isOver: boolean;
  /** The people who are at the event now. */
  readonly people: number;
}

function RangeFigures({ figures, hasBegun, isOver, people }: RangeFiguresProps) {
  const { t } = useTranslation('analytics');
  if (isEmpty(figures)) {
    // Figures are added up once a minute.
    const isSoon = hasBegun && !isOver && people > 0;
    const texts = isOver ? 'past' : isSoon ? 'soon' : 'nobody';
    return (
      <Statement
        svg={isSoon ? hourglass : usersIcon}
        title={t(`empty.${texts}.title`)}
        text={t(`empty.${texts}.text`)}
      />
    );
  }
  return (
    <>
      <PeopleSection figures={figures} />
      <AreasTable figures={figures} />
      <EventTables figures={figures} />
    </>
  );
}

/** With its own script, Matomo gets what this server would count. */
function MatomoNote({ url }: { readonly url: string }) {
  const { t } = useTranslation('analytics');
  return (
    <p role="note" className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-field bg-raised px-4 py-3">
      <span>{t('matomo.text')}</span>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className="target rounded-mark underline underline-offset-4"
      >
        {t('matomo.link')}
      </a>
    </p>
  );
}

export function FiguresTab() {
  const { t } = useTranslation('analytics');
  const matomo = useUi(({ uiConfig }) => uiConfig?.matomoScript);
  const liveState = useLiveFigures();
  const { t: shell } = useTranslation();
  const now = useServerTime();
  const [timeZone, setTimeZone] = useState(browserTimeZone);
  const today = dateOf(now, timeZone);
  const [choice, setChoice] = useState<RangeChoice>({ kind: 'today', first: '', last: '' });
  /** The last choice without an error. */
  const [applied, setApplied] = useState(choice);
  const range = rangeOf(applied, now, timeZone);
  const { figures, isLoading, hasFailed, retry } = useFigures(range, rangeNameOf(applied, range));
  const { dayAndTime } = useTimeTexts(figures?.timeZone);
  // The server's time zone comes with the first figures.
  if (figures && figures.timeZone !== timeZone) setTimeZone(figures.timeZone);
  const change = (next: RangeChoice): void => {
    const prefilled = next.kind === 'custom' && next.first === '' && next.last === '';
    const changed = prefilled ? { ...next, first: today, last: today } : next;
    setChoice(changed);
    if (rangeErrorOf(changed, timeZone, today) === undefined) setApplied(changed);
  };
  const shownText = ({ from, to, updatedAt, timeZone: zone }: Figures): string => {
    const range = { from: dayAndTime(Date.parse(from)), to: dayAndTime(Date.parse(to)), zone };
    const updated = updatedAt === undefined ? '' : t('updated', { time: dayAndTime(Date.parse(updatedAt)) });
    return `${t('shown', range)} ${updated}`;
  };
  const isFirst = figures === undefined;
  return (
    <div className="flex flex-col gap-10">
      {matomo !== undefined && <MatomoNote url={matomo} />}
      <NowSection state={liveState} />
      <section aria-labelledby="figures-range" className="flex flex-col gap-4">
        <h2 id="figures-range" className="title-font text-panel">
          {t('rangeTitle')}
        </h2>
        <RangeSelector choice={choice} onChange={change} timeZone={timeZone} today={today} />
        {figures && (
          <p className="flex min-h-4.5 items-center gap-2 text-caption text-ink-2">
            {isLoading ? (
              <>
                <Spinner size={16} />
                {shell('common.loading')}
              </>
            ) : (
              shownText(figures)
            )}
          </p>
        )}
        {hasFailed && !isFirst && (
          <div
            role="status"
            className="flex flex-wrap items-center gap-3 rounded-field bg-danger-fill px-4 py-2 text-caption text-danger"
          >
            <span className="min-w-0 flex-1">{t('failed.refresh')}</span>
            <Button kind="quiet" size="small" onClick={retry}>
              {shell('common.tryNow')}
            </Button>
          </div>
        )}
      </section>
      {isFirst && !hasFailed && <FiguresSkeleton />}
      {isFirst && hasFailed && (
        <Statement
          svg={cloudSlash}
          tone="danger"
          title={t('failed.title')}
          text={t('failed.text')}
          action={<Button onClick={retry}>{shell('common.tryNow')}</Button>}
        />
      )}
      {figures && (
        <div aria-busy={isLoading || undefined} className="flex flex-col gap-10">
          <RangeFigures
            figures={figures}
            hasBegun={Date.parse(figures.from) <= now}
            isOver={Date.parse(figures.to) <= now}
            people={liveState.live?.people ?? 0}
          />
        </div>
      )}
    </div>
  );
}
