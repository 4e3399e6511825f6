import { logLevels, messageOrigins, type ResponseOf, type listCapturedMessages } from '@foyer/contract';
import { useId, useState, type RefObject } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Field } from '../../../ui/Field.tsx';
import type { MessageFilter } from './useMessages.ts';
import { visibleText } from './visibleText.ts';

type Found = ResponseOf<typeof listCapturedMessages>['found'];

export interface MessageFiltersProps {
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly filter: MessageFilter;
  readonly onChange: (filter: MessageFilter) => void;
  /** Undefined until the first messages are loaded. */
  readonly found: Found | undefined;
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string | undefined) => void;
}

/** The browser's own select: it opens a list of any length on any screen. */
function Choice({ label, value = '', options, onChange }: ChoiceProps) {
  const { t } = useTranslation('analytics');
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="pb-1 text-caption font-strong text-ink-2">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        className="h-11 w-full rounded-field border border-field-line bg-solid px-3 text-[1rem] text-ink"
      >
        <option value="">{t('messages.all')}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

const labelLength = 80;

/** The values that occur, and the selected one even if it does not occur any more. */
const optionsOf = (found: readonly string[] | undefined, selected: string | undefined) =>
  [...new Set([...(found ?? []), ...(selected === undefined ? [] : [selected])])].map((value) => ({
    value,
    label: visibleText(value).slice(0, labelLength),
  }));

export function MessageFilters({ ref, filter, onChange, found }: MessageFiltersProps) {
  const { t } = useTranslation('analytics');
  const [typedUser, setTypedUser] = useState(filter.user ?? '');
  const change = (name: keyof MessageFilter, value: string | undefined): void => {
    const { [name]: _replaced, ...rest } = filter;
    onChange(value === undefined ? rest : { ...rest, [name]: value });
  };
  const applyUser = (): void => {
    const user = typedUser.trim() || undefined;
    if (user !== filter.user) change('user', user);
  };
  return (
    <form
      ref={ref}
      aria-label={t('messages.filters')}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,160px),1fr))] gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        applyUser();
      }}
    >
      <Choice
        label={t('messages.level')}
        value={filter.level}
        options={logLevels.map((value) => ({ value, label: t(`messages.levels.${value}`) }))}
        onChange={(value) => change('level', value)}
      />
      <Choice
        label={t('messages.category')}
        value={filter.category}
        options={optionsOf(found?.categories, filter.category)}
        onChange={(value) => change('category', value)}
      />
      <Choice
        label={t('messages.origin')}
        value={filter.origin}
        options={messageOrigins.map((value) => ({ value, label: t(`messages.origins.${value}`) }))}
        onChange={(value) => change('origin', value)}
      />
      <Choice
        label={t('messages.version')}
        value={filter.version}
        options={optionsOf(found?.versions, filter.version)}
        onChange={(value) => change('version', value)}
      />
      <Choice
        label={t('messages.browser')}
        value={filter.browser}
        options={optionsOf(found?.browsers, filter.browser)}
        onChange={(value) => change('browser', value)}
      />
      <Field
        type="search"
        dir="auto"
        enterKeyHint="search"
        label={t('messages.user')}
        value={typedUser}
        onChange={({ target }) => setTypedUser(target.value)}
        onBlur={applyUser}
      />
    </form>
  );
}
