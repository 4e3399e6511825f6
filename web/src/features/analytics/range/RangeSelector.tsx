import warningIcon from '@phosphor-icons/core/fill/warning-circle-fill.svg?raw';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Field } from '../../../ui/Field.tsx';
import { rangeErrorOf, rangeKinds, type RangeChoice } from './range.ts';

export interface RangeSelectorProps {
  readonly choice: RangeChoice;
  readonly onChange: (choice: RangeChoice) => void;
  /** Of the server. */
  readonly timeZone: string;
  /** Today's date in this time zone, `2026-11-20`. */
  readonly today: string;
}

export function RangeSelector({ choice, onChange, timeZone, today }: RangeSelectorProps) {
  const { t } = useTranslation('analytics');
  const error = rangeErrorOf(choice, timeZone, today);
  const field = (name: 'first' | 'last') => (
    <Field
      type="date"
      required
      label={t(`range.${name}`)}
      value={choice[name]}
      max={today}
      onChange={({ target }) => onChange({ ...choice, [name]: target.value })}
    />
  );
  return (
    <div className="flex flex-col gap-3 print:hidden">
      <div role="group" aria-label={t('range.label')} className="flex flex-wrap gap-2">
        {rangeKinds.map((kind) => (
          <Chip
            key={kind}
            pressed={choice.kind === kind}
            onPressedChange={() => onChange({ ...choice, kind })}
          >
            {t(`range.${kind}`)}
          </Chip>
        ))}
      </div>
      {choice.kind === 'custom' && (
        <div className="flex flex-wrap items-start gap-3">
          {field('first')}
          {field('last')}
          {error !== undefined && error !== 'incomplete' && (
            <p role="alert" className="flex w-full items-center gap-1.5 text-caption text-danger">
              <Icon svg={warningIcon} size={16} className="shrink-0" />
              {t(`range.${error}`)}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
