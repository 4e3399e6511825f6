import chartIcon from '@phosphor-icons/core/regular/chart-line-up.svg?raw';
import tableIcon from '@phosphor-icons/core/regular/table.svg?raw';
import type { Figures } from '@foyer/contract';
import { useMemo, useState } from 'react';
import { useNumberFormat } from '../../../platform/i18n/useNumberFormat.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useServerTime } from '../../../platform/time/serverTime.ts';
import { Button } from '../../../ui/Button.tsx';
import pageStyles from '../figuresPage.module.css';
import { CsvButton } from '../tables/CsvButton.tsx';
import { useTimeTexts } from '../useTimeTexts.ts';
import { PeopleChart } from './PeopleChart.tsx';
import chartStyles from './peopleChart.module.css';
import { seriesOf, type SeriesValue } from './series.ts';
import { SeriesTable } from './SeriesTable.tsx';

const bigNumber = 'font-title text-[1.75rem] leading-9 [overflow-wrap:anywhere] tabular-nums';

function Summary({
  figures,
  values,
}: {
  readonly figures: Figures;
  readonly values: readonly SeriesValue[];
}) {
  const { t } = useTranslation('analytics');
  const number = useNumberFormat();
  const { date, dayAndTime } = useTimeTexts(figures.timeZone);
  const peak = values.reduce<SeriesValue | undefined>(
    (most, value) => ((value.people ?? 0) > (most?.people ?? 0) ? value : most),
    undefined,
  );
  const views = values.reduce((sum, value) => sum + value.views, 0);
  return (
    <dl className="flex flex-wrap gap-x-12 gap-y-4">
      <div>
        <dt className="text-caption text-ink-2">{t(`peak.${figures.period}`)}</dt>
        <dd className={bigNumber}>{number(peak?.people ?? 0)}</dd>
        {peak && (
          <dd className="text-caption text-ink-2">
            {figures.period === 'day' ? date(peak.at) : dayAndTime(peak.at)}
          </dd>
        )}
      </div>
      <div>
        <dt className="text-caption text-ink-2">{t('viewsTotal')}</dt>
        <dd className={bigNumber}>{number(views)}</dd>
      </div>
    </dl>
  );
}

/** People over time, as a chart or as a table. */
export function PeopleSection({ figures }: { readonly figures: Figures }) {
  const { t } = useTranslation('analytics');
  const [isTable, setIsTable] = useState(false);
  const { period, timeZone, from, to } = figures;
  const now = useServerTime();
  const values = useMemo(() => seriesOf(figures, now), [figures, now]);
  return (
    <section aria-labelledby="figures-people" className={pageStyles.card}>
      <div className={pageStyles.head}>
        <h2 id="figures-people" className="title-font text-panel">
          {t('overTime')}
        </h2>
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button
            kind="quiet"
            size="small"
            icon={<Icon svg={isTable ? chartIcon : tableIcon} size={18} />}
            onClick={() => setIsTable(!isTable)}
          >
            {t(isTable ? 'showChart' : 'showTable')}
          </Button>
          <CsvButton table="series" from={from} to={to} timeZone={timeZone} label={t('csvSeries')} />
        </div>
      </div>
      <Summary figures={figures} values={values} />
      {isTable ? (
        <SeriesTable values={values} period={period} timeZone={timeZone} />
      ) : (
        <>
          <PeopleChart
            values={values}
            from={Date.parse(from)}
            to={Date.parse(to)}
            period={period}
            timeZone={timeZone}
          />
          <p className={chartStyles.legend}>
            <span>
              <svg viewBox="0 0 24 4" aria-hidden="true">
                <path d="M0 2H24" data-line="people" className={chartStyles.line} />
              </svg>
              {t(`legend.${period}`)}
            </span>
            {period !== 'day' && (
              <span>
                <svg viewBox="0 0 24 4" aria-hidden="true">
                  <path d="M0 2H24" data-line="before" className={chartStyles.line} />
                </svg>
                {t('columns.before')}
              </span>
            )}
          </p>
        </>
      )}
    </section>
  );
}
