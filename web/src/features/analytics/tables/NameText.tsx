import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import type { Name } from '../useVenueNames.ts';

/** A name of the venue. What the venue does not have any more is shown by its id. */
export function NameText({ name: { text, isGone } }: { readonly name: Name }) {
  const { t } = useTranslation('analytics');
  return (
    <>
      <bdi className="[overflow-wrap:anywhere]">{text}</bdi>
      {isGone && <span className="text-caption font-normal text-ink-2"> {t('gone')}</span>}
    </>
  );
}
