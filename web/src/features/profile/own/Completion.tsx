/** How complete the user's own profile is, with buttons to add missing parts (PROFILE-02). */
import checkIcon from '@phosphor-icons/core/fill/check-circle-fill.svg?raw';
import plusIcon from '@phosphor-icons/core/bold/plus-bold.svg?raw';
import {
  profileCompletion,
  profileCompletionParts,
  type ProfileData,
  type ProfileField,
} from '@foyer/contract';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useFieldLabel } from '../profileTexts.ts';

export interface CompletionProps {
  readonly profile: ProfileData;
  readonly fields: readonly ProfileField[];
  /** Called with the key of a field, or `picture`. */
  readonly onAdd: (part: string) => void;
}

const ringLength = 2 * Math.PI * 20;

function Ring({ percent }: { readonly percent: number }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className="size-12 shrink-0 -rotate-90">
      <circle cx="24" cy="24" r="20" fill="none" strokeWidth="5" className="stroke-ink/14" />
      <circle
        cx="24"
        cy="24"
        r="20"
        fill="none"
        strokeWidth="5"
        strokeLinecap="round"
        strokeDasharray={`${(ringLength * percent) / 100} ${ringLength}`}
        className="stroke-available transition-[stroke-dasharray] duration-500 motion-reduce:transition-none"
      />
    </svg>
  );
}

export function Completion({ profile, fields, onAdd }: CompletionProps) {
  const { t } = useTranslation('profile');
  const label = useFieldLabel();
  const parts = profileCompletionParts(fields, profile.attributes, profile.pictureGeneration !== undefined);
  const percent = profileCompletion(parts);
  const missing = parts.filter(({ present }) => !present);
  const labelOf = (part: string) =>
    label(fields.find(({ key }) => key === part) ?? { key: part, labels: [] });
  return (
    <section aria-label={t('completion.label')} className="mt-5 rounded-card bg-ink/6 p-4">
      <div className="flex items-center gap-3.5">
        <Ring percent={percent} />
        <div>
          <p className="text-name font-strong tabular-nums">
            {missing.length === 0 ? t('completion.done') : t('completion.percent', { percent })}
          </p>
          {missing.length > 0 && <p className="text-caption text-ink-2">{t('completion.missing')}</p>}
        </div>
        {missing.length === 0 && <Icon svg={checkIcon} size={22} className="ms-auto text-available" />}
      </div>
      {missing.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-2">
          {missing.map(({ part }) => (
            <li key={part}>
              <button
                type="button"
                aria-label={t('completion.add', { field: labelOf(part) })}
                onClick={() => onAdd(part)}
                className="press target inline-flex h-9 items-center gap-1.5 rounded-full border border-field-line px-3.5 text-small-button font-strong hover:bg-raised"
              >
                <Icon svg={plusIcon} size={14} />
                {labelOf(part)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
