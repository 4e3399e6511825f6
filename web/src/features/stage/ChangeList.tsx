/** The changes between the live and the staged version, by kind, in words that a designer knows (VERSION-03). */
import { changeKey, describeValues, excerptChange, groupChanges } from '@foyer/contract/versionChanges';
import { changeKinds, type ChangeGroup, type ChangeKind, type VersionDiff } from '@foyer/contract';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { ChangePath } from './ChangePath.tsx';
import { useChangeLanguage } from './useChangeLanguage.ts';

/** The entries shown of each kind; the number of further ones follows, because a change can affect thousands of texts. */
const maxShown = 30;
const maxPlaces = 12;

interface ChangeProps {
  readonly group: ChangeGroup;
  readonly names: VersionDiff['names'];
}

const wholeText = '[overflow-wrap:anywhere] whitespace-pre-wrap';

/** The old and the new value. Long ones are cut to where they differ, and can be opened. */
function Values({ group, names }: ChangeProps) {
  const { t } = useTranslation('stage');
  const language = useChangeLanguage();
  const { before, after } = describeValues(group, names, language);
  const excerpt = excerptChange(before ?? '', after ?? '');
  return (
    <div className="flex flex-col gap-1 text-ink">
      <p>
        {before && <bdi className={`${wholeText} ${after ? 'text-ink-2' : ''}`}>{excerpt.before}</bdi>}
        {before && after && (
          <>
            <span aria-hidden="true"> {t('changes.arrow')} </span>
            <span className="sr-only"> {t('changes.becomes')} </span>
          </>
        )}
        {after && <bdi className={`${wholeText} font-strong`}>{excerpt.after}</bdi>}
      </p>
      {excerpt.isCut && (
        <details>
          <summary className="target w-fit cursor-pointer underline">{t('changes.wholeText')}</summary>
          {before && (
            <p className="mt-1">
              {t('changes.before')}: <bdi className={wholeText}>{before}</bdi>
            </p>
          )}
          {after && (
            <p className="mt-1">
              {t('changes.after')}: <bdi className={wholeText}>{after}</bdi>
            </p>
          )}
        </details>
      )}
    </div>
  );
}

function Places({ group, names }: ChangeProps) {
  const { t } = useTranslation('stage');
  const hidden = group.places.length - maxPlaces;
  return (
    <>
      <p>{t('changes.places', { count: group.places.length })}:</p>
      <ul className="flex list-disc flex-col gap-0.5 ps-5">
        {group.places.slice(0, maxPlaces).map((place) => (
          <li key={changeKey(place)}>
            <ChangePath path={place} names={names} />
          </li>
        ))}
        {hidden > 0 && <li>{t('changes.more', { count: hidden })}</li>}
      </ul>
    </>
  );
}

function Change({ group, names }: ChangeProps) {
  const { t } = useTranslation('stage');
  const { field, places, type } = group;
  const isRepeated = places.length > 1;
  const path = [...((!isRepeated && places[0]) || []), ...(field ? [field] : [])];
  const hasValue = group.before !== undefined || group.after !== undefined;
  return (
    <li className="flex flex-col gap-0.5 [overflow-wrap:anywhere]">
      <p>
        {t(`changes.${type}`)}: <ChangePath path={path} names={names} />
        {!hasValue && type === 'changed' && ` (${t('changes.order')})`}
      </p>
      {hasValue && <Values group={group} names={names} />}
      {isRepeated && <Places group={group} names={names} />}
    </li>
  );
}

function KindOfChange({ kind, diff }: { readonly kind: ChangeKind; readonly diff: VersionDiff }) {
  const { t } = useTranslation('stage');
  const groups = groupChanges(diff.changes.filter((change) => change.kind === kind));
  const hidden = groups.slice(maxShown).reduce((count, { places }) => count + places.length, 0);
  return (
    <li className="flex flex-col gap-1">
      <h4 className="font-strong">{t(`changes.${kind}`)}</h4>
      <ul className="flex flex-col gap-2 text-caption text-ink-2">
        {groups.slice(0, maxShown).map((group, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- groups are never moved within one comparison
          <Change key={index} group={group} names={diff.names} />
        ))}
        {hidden > 0 && <li>{t('changes.more', { count: hidden })}</li>}
      </ul>
    </li>
  );
}

export function ChangeList({ diff }: { readonly diff: VersionDiff }) {
  return (
    <ul className="flex flex-col gap-4">
      {changeKinds
        .filter((kind) => diff.changes.some((change) => change.kind === kind))
        .map((kind) => (
          <KindOfChange key={kind} kind={kind} diff={diff} />
        ))}
    </ul>
  );
}
