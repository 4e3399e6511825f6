/** The line chart of people over time. Time runs with the direction of the text. */
import type { FigurePeriod } from '@foyer/contract';
import { useMemo, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { regionalTag } from '../../../platform/i18n/regionalTag.ts';
import { useLanguage } from '../../../platform/i18n/useLanguage.ts';
import { useNumberFormat } from '../../../platform/i18n/useNumberFormat.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useElementSize } from '../../../platform/useElementSize.ts';
import { useTimeTexts } from '../useTimeTexts.ts';
import styles from './peopleChart.module.css';
import type { SeriesValue } from './series.ts';
import { countTicks, timeTicks } from './ticks.ts';

export interface PeopleChartProps {
  readonly values: readonly SeriesValue[];
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly period: FigurePeriod;
  readonly timeZone: string;
}

/** Pixels. */
const bottom = 28;
const top = 10;
const labelHeight = 40;
/** From one label to the next. */
const labelWidth = 72;
const longestLabel = 48;
const digitWidth = 8;

interface Scale {
  /** 0 to 100, from the left and from the top. */
  readonly x: (at: number) => number;
  readonly y: (people: number) => number;
}

/** The path through the known values, in parts where some are unknown. */
function pathOf(
  values: readonly SeriesValue[],
  valueOf: (value: SeriesValue) => number | undefined,
  { x, y }: Scale,
): string {
  let isPenDown = false;
  return values
    .map((value) => {
      const people = valueOf(value);
      if (people === undefined) {
        isPenDown = false;
        return '';
      }
      const command = isPenDown ? 'L' : 'M';
      isPenDown = true;
      return `${command}${x(value.at).toFixed(2)} ${y(people).toFixed(2)}`;
    })
    .join('');
}

export function PeopleChart(props: PeopleChartProps) {
  const { values, from, to, period, timeZone } = props;
  const { t } = useTranslation('analytics');
  const { language, direction } = useLanguage();
  const { ref, size } = useElementSize();
  const { time, day, dayAndTime, date } = useTimeTexts(timeZone);
  const number = useNumberFormat();
  const [active, setActive] = useState<number>();
  const shortNumber = useMemo(() => {
    const format = new Intl.NumberFormat([regionalTag(language), 'en'], { notation: 'compact' });
    return (value: number) => format.format(value);
  }, [language]);
  // Zero while the chart has no layout.
  const width = size?.width || 600;
  const height = size?.height || 280;

  const most = values.reduce((max, { people = 0, before = 0 }) => Math.max(max, people, before), 0);
  const counts = countTicks(most, Math.floor((height - bottom - top) / labelHeight));
  const highest = counts.at(-1) ?? 1;
  const gutter = 12 + digitWidth * Math.max(...counts.map((count) => shortNumber(count).length));
  const isMirrored = direction === 'rtl';
  const plot = { start: (gutter / width) * 100, end: 100 - (10 / width) * 100 };
  const share = (at: number) => plot.start + ((at - from) / (to - from)) * (plot.end - plot.start);
  const scale: Scale = {
    x: (at) => (isMirrored ? 100 - share(at) : share(at)),
    y: (people) => ((top + (1 - people / highest) * (height - top - bottom)) / height) * 100,
  };
  const times = timeTicks(from, to, timeZone, Math.floor((width - gutter) / labelWidth));
  const labelOf = ({ at, isDay }: (typeof times)[number]) => (isDay ? day(at) : time(at));
  const peoplePath = pathOf(values, ({ people }) => people, scale);
  const known = values.filter(({ people }) => people !== undefined);
  const base = scale.y(0).toFixed(2);
  const areaPath =
    known.length > 1
      ? `${peoplePath}L${scale.x(known.at(-1)?.at ?? to).toFixed(2)} ${base}L${scale.x(known[0]?.at ?? from).toFixed(2)} ${base}Z`
      : '';

  const periodText = (at: number) => (period === 'day' ? date(at) : dayAndTime(at));
  const textOf = ({ at, people, before }: SeriesValue) => {
    const parts = [
      people === undefined ? undefined : t('people', { count: people, number: number(people) }),
      before === undefined ? undefined : t('peopleBefore', { number: number(before) }),
    ].filter((part) => part !== undefined);
    return `${periodText(at)}: ${parts.join(', ')}`;
  };
  const last = Math.max(
    0,
    values.findLastIndex(({ people }) => people !== undefined),
  );
  const current = Math.min(active ?? last, values.length - 1);
  const shown = active === undefined ? undefined : values[current];

  const onKeyDown = (event: KeyboardEvent): void => {
    const later = isMirrored ? 'ArrowLeft' : 'ArrowRight';
    const earlier = isMirrored ? 'ArrowRight' : 'ArrowLeft';
    const page = Math.max(1, Math.round(values.length / 12));
    const steps: Readonly<Record<string, number>> = {
      [later]: 1,
      [earlier]: -1,
      ArrowUp: 1,
      ArrowDown: -1,
      PageUp: page,
      PageDown: -page,
      Home: -values.length,
      End: values.length,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setActive(Math.min(Math.max(current + step, 0), values.length - 1));
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const along = (event.clientX - box.left) / box.width;
    const at = from + (isMirrored ? 1 - along : along) * (to - from);
    const index = values.findLastIndex((value) => value.at <= at);
    setActive(Math.max(index, 0));
  };
  /** A finger that is lifted leaves as well: its value stays until the slider loses the focus. */
  const onPointerLeave = ({ pointerType, currentTarget }: PointerEvent<HTMLElement>): void => {
    if (pointerType === 'mouse' && document.activeElement !== currentTarget) setActive(undefined);
  };
  /** The tip is beside the value, where there is more room. */
  const tipStyle = (at: number) => {
    const x = scale.x(at);
    return x < 50 ? { left: `calc(${x}% + 14px)` } : { right: `calc(${100 - x}% + 14px)` };
  };

  return (
    <div ref={ref} className={styles.chart} dir="ltr">
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="absolute inset-0 size-full overflow-visible"
      >
        {counts.map((count) => (
          <line
            key={count}
            x1={isMirrored ? 100 - plot.end : plot.start}
            x2={isMirrored ? 100 - plot.start : plot.end}
            y1={scale.y(count)}
            y2={scale.y(count)}
            className={count === 0 ? styles.base : styles.grid}
          />
        ))}
        <path d={areaPath} className={styles.area} />
        <path d={pathOf(values, ({ before }) => before, scale)} data-line="before" className={styles.line} />
        <path d={peoplePath} data-line="people" className={styles.line} />
        {shown && (
          <line
            x1={scale.x(shown.at)}
            x2={scale.x(shown.at)}
            y1={scale.y(highest)}
            y2={scale.y(0)}
            className={styles.cursor}
          />
        )}
      </svg>
      {counts.map((count) => (
        <span
          key={count}
          aria-hidden="true"
          className={styles.count}
          style={{
            top: `${scale.y(count)}%`,
            [isMirrored ? 'left' : 'right']: `${100 - plot.start + (8 / width) * 100}%`,
          }}
        >
          {shortNumber(count)}
        </span>
      ))}
      {times.map((tick) => {
        const x = scale.x(tick.at);
        const half = (longestLabel / 2 / width) * 100;
        if (x < half || x > 100 - half) return null;
        return (
          <span
            key={tick.at}
            aria-hidden="true"
            dir={direction}
            className={styles.time}
            style={{ left: `${x}%` }}
          >
            {labelOf(tick)}
          </span>
        );
      })}
      {shown &&
        (['before', 'people'] as const).map(
          (line) =>
            shown[line] !== undefined && (
              <span
                key={line}
                aria-hidden="true"
                data-line={line}
                className={styles.dot}
                style={{ left: `${scale.x(shown.at)}%`, top: `${scale.y(shown[line])}%` }}
              />
            ),
        )}
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('chartLabel')}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, values.length - 1)}
        aria-valuenow={current}
        aria-valuetext={values[current] && textOf(values[current])}
        aria-orientation="horizontal"
        className={styles.slider}
        style={{
          [isMirrored ? 'right' : 'left']: `${plot.start}%`,
          width: `${plot.end - plot.start}%`,
          bottom: `${bottom}px`,
        }}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerDown={onPointerMove}
        onPointerLeave={onPointerLeave}
        onFocus={() => setActive((before) => before ?? last)}
        onBlur={() => setActive(undefined)}
      />
      {shown && (
        <div aria-hidden="true" dir={direction} className={`${styles.tip} panel`} style={tipStyle(shown.at)}>
          <span className="block text-caption text-ink-2">{periodText(shown.at)}</span>
          {shown.people !== undefined && (
            <span className="block font-strong">
              {t('people', { count: shown.people, number: number(shown.people) })}
            </span>
          )}
          {shown.before !== undefined && (
            <span className="block text-caption">{t('peopleBefore', { number: number(shown.before) })}</span>
          )}
        </div>
      )}
    </div>
  );
}
