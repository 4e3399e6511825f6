/** The changes between the live and the staged version, by kind. */
import type { VersionDiff } from '@foyer/contract';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { changedKinds, changeName, changeTypes, countChanges, type ChangedKind } from './versionChanges.ts';

/** The entries shown of each kind; the number of further entries follows, because a change can affect thousands of texts. */
const maxShown = 30;

function KindOfChange({ kind, diff }: { readonly kind: ChangedKind; readonly diff: VersionDiff }) {
  const { t } = useTranslation('stage');
  const localized = useLocalized();
  const areas = useVenue(({ architecture }) => architecture?.areas);
  const areaName = (id: string) => localized(areas?.find((area) => area.id === id)?.names) || id;
  const entries = changeTypes.flatMap((type) => diff[kind][type].map((key) => ({ type, key })));
  const hidden = entries.length - maxShown;
  return (
    <li className="flex flex-col gap-1">
      <h4 className="font-strong">{t(`changes.${kind}`)}</h4>
      <ul className="flex flex-col gap-1 text-caption text-ink-2">
        {entries.slice(0, maxShown).map(({ type, key }) => (
          <li key={`${type} ${key}`} className="flex gap-2">
            <span className="shrink-0">{t(`changes.${type}`)}:</span>
            <bdi className="min-w-0 [overflow-wrap:anywhere]">{changeName(kind, key, areaName)}</bdi>
          </li>
        ))}
        {hidden > 0 && <li>{t('changes.more', { count: hidden })}</li>}
      </ul>
    </li>
  );
}

export function ChangeList({ diff }: { readonly diff: VersionDiff }) {
  return (
    <ul className="flex flex-col gap-4">
      {changedKinds
        .filter((kind) => countChanges(diff, kind) > 0)
        .map((kind) => (
          <KindOfChange key={kind} kind={kind} diff={diff} />
        ))}
    </ul>
  );
}
