/** What a designer should check before publishing: the server's warnings, each with its place (CONSENT-14). */
import warningIcon from '@phosphor-icons/core/regular/warning.svg?raw';
import { changeKey } from '@foyer/contract/versionChanges';
import type { VersionWarning, VersionWarnings } from '@foyer/contract';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { ChangePath } from './ChangePath.tsx';

/** The warnings shown at first; the others can be opened. */
const maxShown = 5;

interface EntriesProps {
  readonly warnings: readonly VersionWarning[];
  readonly names: VersionWarnings['names'];
}

function Entries({ warnings, names }: EntriesProps) {
  return (
    <ul className="flex list-disc flex-col gap-1 ps-5 text-caption [overflow-wrap:anywhere]">
      {warnings.map(({ path, reason }) => (
        <li key={`${changeKey(path)} ${reason}`}>
          <strong className="font-strong">
            <ChangePath path={path} names={names} />
          </strong>
          : {/* The server's reasons are in English. */}
          <bdi lang="en" className="text-ink-2">
            {reason}
          </bdi>
        </li>
      ))}
    </ul>
  );
}

export function WarningList({ warnings, names }: VersionWarnings) {
  const { t } = useTranslation('stage');
  if (warnings.length === 0) return null;
  const hidden = warnings.slice(maxShown);
  return (
    <>
      <h3 className="title-font flex items-center gap-2 text-section">
        <Icon svg={warningIcon} size={20} className="shrink-0 text-warning" />
        {t('publish.warnings')}
      </h3>
      <Entries warnings={warnings.slice(0, maxShown)} names={names} />
      {hidden.length > 0 && (
        <details className="text-caption">
          <summary className="target mb-1 w-fit cursor-pointer underline">
            {t('publish.moreWarnings', { count: hidden.length })}
          </summary>
          <Entries warnings={hidden} names={names} />
        </details>
      )}
    </>
  );
}
