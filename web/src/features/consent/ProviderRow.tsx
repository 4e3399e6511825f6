import type { CookieProvider } from '@foyer/contract';
import { useId } from 'react';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Switch } from '../../ui/Switch.tsx';

export interface ProviderRowProps {
  readonly provider: CookieProvider;
  readonly isAccepted: boolean;
  readonly onChange: (isAccepted: boolean) => void;
}

/** A value of a provider, as a link if it is a web address. */
function AttributeValue({ value }: { readonly value: string }) {
  if (!/^https?:\/\/\S+$/.test(value)) return <bdi>{value}</bdi>;
  return (
    <a
      href={value}
      target="_blank"
      rel="noopener noreferrer"
      className="target rounded-mark underline underline-offset-4"
    >
      <bdi>{value}</bdi>
    </a>
  );
}

/** A provider with its switch, name, group and attributes (CONSENT-02). */
export function ProviderRow({ provider, isAccepted, onChange }: ProviderRowProps) {
  const { t } = useTranslation('consent');
  const localized = useLocalized();
  const detailsId = useId();
  const { name, type, attributes } = provider;
  const isRequired = type === 'TECHNICALLY_REQUIRED';
  return (
    <li className="flex items-start gap-4 border-t border-line py-3 first:border-t-0">
      <div id={detailsId} className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-strong" dir="auto">
            {name}
          </span>
          <span className="text-caption text-ink-2">{t(isRequired ? 'essential.name' : 'media.name')}</span>
        </p>
        {isRequired && <p className="text-caption text-ink-2">{t('disabledSwitch')}</p>}
        {attributes.length > 0 && (
          <dl className="grid gap-x-3 text-caption text-ink-2 tablet:grid-cols-[auto_minmax(0,1fr)]">
            {attributes.map(({ key, value }) => (
              <div key={key} className="contents">
                <dt className="font-strong" dir="auto">
                  {key}
                </dt>
                <dd className="pb-1">
                  <AttributeValue value={localized(value)} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <Switch
        aria-label={t('allow', { name })}
        aria-describedby={detailsId}
        checked={isAccepted}
        disabled={isRequired}
        onCheckedChange={onChange}
      />
    </li>
  );
}
