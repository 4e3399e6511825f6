import closedCaptioning from '@phosphor-icons/core/regular/closed-captioning.svg?raw';
import gauge from '@phosphor-icons/core/regular/gauge.svg?raw';
import monitorPlay from '@phosphor-icons/core/regular/monitor-play.svg?raw';
import { Icon } from '../../platform/icons/Icon.tsx';
import { languageNameIn } from '../../platform/i18n/languageNames.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { useNumberFormat } from '../../platform/i18n/useNumberFormat.ts';
import { Select, type SelectOption } from '../../ui/Select.tsx';
import { automaticLevel } from './filmSource.ts';
import { noCaptions } from './useCaptions.ts';
import type { Film } from './useFilm.ts';
import { useTexts } from './useTexts.ts';

/** As in the menus of browsers. */
const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

interface Props {
  readonly film: Film;
  readonly speed: number;
  readonly onSpeed: (speed: number) => void;
  readonly captions: {
    readonly languages: readonly string[];
    readonly shown: string;
    readonly choose: (language: string) => void;
  };
}

/** What the controls of browsers do not offer for every film. */
export function PlayerSettings({ film, speed, onSpeed, captions }: Props) {
  const { t } = useTexts();
  const { language } = useLanguage();
  const format = useNumberFormat();
  const { qualities, level, shownHeight, chooseLevel } = film;
  const automatic =
    level === automaticLevel && shownHeight !== undefined
      ? t('automaticNow', { quality: t('pixels', { height: shownHeight }) })
      : t('automatic');
  return (
    <>
      {qualities.length > 1 && (
        <Setting
          svg={monitorPlay}
          name={t('quality')}
          value={String(level)}
          options={[
            { value: String(automaticLevel), label: automatic },
            ...qualities.map((quality) => ({
              value: String(quality.level),
              label: t('pixels', { height: quality.height }),
            })),
          ]}
          onChange={(value) => chooseLevel(Number(value))}
        />
      )}
      <Setting
        svg={gauge}
        name={t('speed')}
        value={String(speed)}
        options={speeds.map((each) => ({ value: String(each), label: t('times', { number: format(each) }) }))}
        onChange={(value) => onSpeed(Number(value))}
      />
      {captions.languages.length > 0 && (
        <Setting
          svg={closedCaptioning}
          name={t('captions')}
          value={captions.shown}
          options={[
            ...captions.languages.map((each) => ({ value: each, label: languageNameIn(language, each) })),
            { value: noCaptions, label: t('off') },
          ]}
          onChange={captions.choose}
        />
      )}
    </>
  );
}

interface SettingProps {
  readonly svg: string;
  readonly name: string;
  readonly value: string;
  readonly options: readonly SelectOption<string>[];
  readonly onChange: (value: string) => void;
}

function Setting({ svg, name, value, options, onChange }: SettingProps) {
  const { t } = useTexts();
  const shown = options.find((option) => option.value === value)?.label ?? '';
  return (
    <Select
      label={t('setting', { name, value: shown })}
      value={value}
      options={options}
      onChange={onChange}
      trigger={
        <button
          type="button"
          className="press target inline-flex min-h-9 items-center gap-2 rounded-full px-3 text-small-button font-strong text-ink hover:bg-raised"
        >
          <Icon svg={svg} size={20} />
          <span aria-hidden="true">{shown}</span>
        </button>
      }
    />
  );
}
