/** The groups that can be accepted as a whole: necessary cookies (always), tracking, external media. */
import check from '@phosphor-icons/core/bold/check-bold.svg?raw';
import minus from '@phosphor-icons/core/bold/minus-bold.svg?raw';
import { Checkbox } from '@base-ui/react/checkbox';
import type { CookieProvider } from '@foyer/contract';
import { trackingConsentId } from '@foyer/contract/consent';
import { useId } from 'react';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';

interface GroupProps {
  readonly name: string;
  readonly text: string;
  readonly state: 'all' | 'some' | 'none';
  /** Without it, the group cannot be changed. */
  readonly onChange?: (isAccepted: boolean) => void;
}

function Group({ name, text, state, onChange }: GroupProps) {
  const textId = useId();
  return (
    <label className="flex items-start gap-3 rounded-field bg-raised px-4 py-3">
      <Checkbox.Root
        checked={state === 'all'}
        indeterminate={state === 'some'}
        disabled={onChange === undefined}
        aria-describedby={textId}
        onCheckedChange={(next) => onChange?.(next)}
        className="target grid size-5.5 shrink-0 place-items-center rounded-mark border border-field-line data-checked:border-transparent data-checked:bg-ink data-checked:text-ground data-disabled:opacity-60 data-indeterminate:border-transparent data-indeterminate:bg-ink data-indeterminate:text-ground forced-colors:border-[CanvasText]"
      >
        {state !== 'none' && <Icon svg={state === 'all' ? check : minus} size={14} />}
      </Checkbox.Root>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="block font-strong">{name}</span>
        <span id={textId} className="block text-caption text-ink-2">
          {text}
        </span>
      </span>
    </label>
  );
}

export interface ConsentGroupsProps {
  readonly accepted: ReadonlySet<string>;
  /** The providers that need consent. */
  readonly external: readonly CookieProvider[];
  readonly hasTracking: boolean;
  /** Whether the providers are named here, because no list of them follows. */
  readonly hasNames: boolean;
  readonly choose: (ids: readonly string[], isAccepted: boolean) => void;
}

export function ConsentGroups({ accepted, external, hasTracking, hasNames, choose }: ConsentGroupsProps) {
  const { t } = useTranslation('consent');
  const { language } = useLanguage();
  const ids = external.map(({ id }) => id);
  const count = ids.filter((id) => accepted.has(id)).length;
  const names = new Intl.ListFormat(language).format(new Set(external.map(({ name }) => name)));
  const mediaText = t('media.text', { accepted: count, count: ids.length });
  const mediaState = count === 0 ? 'none' : count === ids.length ? 'all' : 'some';
  return (
    <div className="mt-4 grid gap-2 tablet:auto-cols-fr tablet:grid-flow-col">
      <Group name={t('essential.name')} text={t('essential.text')} state="all" />
      {hasTracking && (
        <Group
          name={t('tracking.name')}
          text={t('tracking.text')}
          state={accepted.has(trackingConsentId) ? 'all' : 'none'}
          onChange={(next) => choose([trackingConsentId], next)}
        />
      )}
      {ids.length > 0 && (
        <Group
          name={t('media.name')}
          text={hasNames ? `${names} · ${mediaText}` : mediaText}
          state={mediaState}
          onChange={(next) => choose(ids, next)}
        />
      )}
    </div>
  );
}
