/** The details of the user's own profile: what others see, what only the user sees, and the button to edit them. */
import cardIcon from '@phosphor-icons/core/regular/identification-card.svg?raw';
import envelope from '@phosphor-icons/core/regular/envelope-simple.svg?raw';
import linkIcon from '@phosphor-icons/core/regular/link-simple.svg?raw';
import lockIcon from '@phosphor-icons/core/regular/lock-simple.svg?raw';
import pencil from '@phosphor-icons/core/regular/pencil-simple.svg?raw';
import type { ProfileData, ProfileField } from '@foyer/contract';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DetailRow, ExternalLink } from '../DetailRow.tsx';
import { textOf, useFieldLabel } from '../profileTexts.ts';

const icons: Readonly<Record<string, string>> = { email: envelope, socialMedia: linkIcon };
/** Shown in the summary already. */
const inSummary = ['name', 'company', 'title'];

export interface OwnDetailsProps {
  readonly profile: ProfileData;
  readonly fields: readonly ProfileField[];
  readonly onEdit: () => void;
}

function Value({ field, value }: { readonly field: ProfileField; readonly value: string }) {
  const { t } = useTranslation('profile');
  if (value === '') return <span className="text-ink-3">{t('empty')}</span>;
  return field.kind === 'link' ? <ExternalLink url={value} /> : <bdi>{value}</bdi>;
}

export function OwnDetails({ profile, fields, onEdit }: OwnDetailsProps) {
  const { t } = useTranslation('profile');
  const label = useFieldLabel();
  const rows = fields.filter(
    ({ key, kind }) => kind !== 'flag' && kind !== 'text' && !inSummary.includes(key),
  );
  const notes = textOf(profile, 'privateInformation');
  return (
    <>
      <div className="mt-5 border-t border-line pt-2">
        <dl>
          {rows.map((field) => (
            <DetailRow key={field.key} svg={icons[field.key] ?? cardIcon} label={label(field)}>
              <Value field={field} value={textOf(profile, field.key)} />
            </DetailRow>
          ))}
        </dl>
        {notes && (
          <section className="mt-3 rounded-field bg-ink/6 p-4">
            <h3 className="flex items-center gap-2 text-caption text-ink-2">
              <Icon svg={lockIcon} size={16} />
              {t('private.title')}
            </h3>
            <p dir="auto" className="mt-1 text-body whitespace-pre-wrap [overflow-wrap:anywhere]">
              {notes}
            </p>
          </section>
        )}
      </div>
      <Button
        kind="secondary"
        icon={<Icon svg={pencil} size={20} />}
        onClick={onEdit}
        className="mt-5 w-full"
      >
        {t('edit')}
      </Button>
    </>
  );
}
