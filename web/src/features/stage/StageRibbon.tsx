/** Shown above every page of the stage, so that a draft is not mistaken for the live venue: what is live, and publishing. */
import stageIcon from '@phosphor-icons/core/regular/paint-brush.svg?raw';
import { changeKinds } from '@foyer/contract';
import { noPublishedVersion } from '@foyer/contract/limits';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { lazyOptional } from '../../platform/loading/lazyOptional.tsx';
import { NotDownloaded } from '../../platform/loading/NotDownloaded.tsx';
import { useRibbonHeight } from '../../platform/state/ribbonHeight.ts';
import { useUi } from '../../platform/state/ui.ts';
import { useVenue, useVenueSession } from '../../platform/state/venue.ts';
import { createLiveArchitecture, useLiveUrl } from './liveUrl.ts';
import { useStageStatus, type StageStatusState } from './useStageStatus.ts';
import { countChanges, hasChanges } from './versionChanges.ts';

function PublicationFailed({ onClose }: { readonly onClose: () => void }) {
  return <NotDownloaded close={onClose} />;
}

const PublicationDialog = lazyOptional(() => import('./PublicationDialog.tsx'), [], PublicationFailed);

/** Publishes the height of the ribbon, so that the header and pages without a header begin below it. */
function useRibbonSpace() {
  const ribbon = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const setHeight = (px: number) => {
      style.setProperty('--ribbon-height', `${px}px`);
      useRibbonHeight.setState({ px });
    };
    const observer = new ResizeObserver(() => setHeight(ribbon.current?.offsetHeight ?? 0));
    if (ribbon.current) observer.observe(ribbon.current);
    return () => {
      observer.disconnect();
      setHeight(0);
    };
  }, []);
  return ribbon;
}

/** One sentence about the difference to the live version; '' while nothing is known. */
function useDifference({ status, hasFailed }: StageStatusState): string {
  const { t } = useTranslation('stage');
  const { language } = useLanguage();
  const live = useUi(({ venueVersion }) => venueVersion?.publishedVersion);
  if (live === undefined) return '';
  if (live === noPublishedVersion) return t('status.notLive');
  if (status?.live !== live) {
    const seen = t('status.live', { live });
    return hasFailed ? `${seen} ${t('publish.notCompared')}` : seen;
  }
  if (status.staged === live) return t('status.same');
  if (status.isOtherVenue) return t('status.otherVenue', { live });
  const { diff } = status;
  if (!diff) return t('status.live', { live });
  if (!hasChanges(diff)) return t('status.equal', { live });
  const counts = changeKinds
    .map((kind) => ({ kind, count: countChanges(diff, kind) }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => t(`counts.${kind}`, { count }));
  const changes = new Intl.ListFormat(language, { type: 'conjunction' }).format(counts);
  return t('status.differs', { live, changes });
}

const action =
  'focus-contrast target press inline-flex min-h-7 items-center whitespace-nowrap rounded-full border border-ground/50 px-3 font-strong hover:bg-ground/10';

export default function StageRibbon() {
  const { t } = useTranslation('stage');
  const { t: shell } = useTranslation();
  const ribbon = useRibbonSpace();
  const stageStatus = useStageStatus();
  const { status } = stageStatus;
  const shownVersion = useVenue((state) => state.venueVersion?.version);
  const latestVersion = useUi((state) => state.venueVersion?.version);
  const version = status?.staged ?? shownVersion ?? latestVersion;
  const difference = useDifference(stageStatus);
  const liveUrl = useLiveUrl();
  const isLiveVenue = status && status.live !== noPublishedVersion && !status.isOtherVenue;
  const liveId = isLiveVenue ? status.architectureId : undefined;
  const session = useVenueSession();
  useEffect(() => session.get(createLiveArchitecture).setState({ id: liveId }), [session, liveId]);
  const [opened, setOpened] = useState<'publish' | 'unpublish'>();
  const kind = status && status.staged === status.live ? 'unpublish' : 'publish';
  return (
    <>
      <aside
        ref={ribbon}
        aria-label={t('label')}
        className="pointer-events-auto fixed inset-x-0 top-0 z-30 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-warning px-(--edge) py-1.5 text-caption text-ground"
      >
        <p className="flex min-w-0 items-center gap-2">
          <Icon svg={stageIcon} size={18} className="shrink-0" />
          <span className="min-w-0">
            <strong className="font-strong">
              {version === undefined ? t('label') : t('version', { version })}
            </strong>{' '}
            <span className="[@media(max-height:400px)]:sr-only">{difference}</span>
          </span>
        </p>
        <div className="flex flex-wrap gap-2">
          {status && (
            <button type="button" className={action} onClick={() => setOpened(kind)}>
              {t(`${kind}.open`)}
            </button>
          )}
          <a href={liveUrl} className={action}>
            {shell('account.toLive')}
          </a>
        </div>
      </aside>
      {opened && status && (
        <PublicationDialog
          key={opened}
          kind={opened}
          state={stageStatus}
          status={status}
          onClose={() => setOpened(undefined)}
          onUnpublish={() => setOpened('unpublish')}
        />
      )}
    </>
  );
}
