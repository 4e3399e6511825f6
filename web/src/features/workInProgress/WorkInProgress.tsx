/**
 * The page of a venue that is not published. It opens the venue by itself once it is published. It shows no picture
 * of the venue, because attendees cannot load assets of an unpublished venue.
 */
import { versionPollMs } from '@foyer/contract/limits';
import { useEffect } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { createPolling } from '../../platform/venue/versionPolling.ts';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import { LanguageSelector } from '../../ui/LanguageSelector.tsx';
import { VenueMark } from '../../ui/VenueMark.tsx';

/** Fast enough that waiting users enter within seconds of the publication. */
const unpublishedPollMs = 10_000;
/** The part of the interval that is random, so that tabs that began to wait together do not poll together. */
const jitter = 0.3;

export default function WorkInProgress() {
  const { t } = useTranslation();
  const { setPollInterval } = useVisit().get(createPolling);
  useEffect(() => {
    setPollInterval(unpublishedPollMs * (1 - jitter * Math.random()));
    return () => setPollInterval(versionPollMs);
  }, [setPollInterval]);
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto] p-(--edge)">
      <div aria-hidden="true" className="waiting-light waiting-doors fixed inset-0 -z-10 bg-ground" />
      <div className="flex h-12 justify-end">
        <LanguageSelector spelledOut />
      </div>
      <div className="flex flex-col items-center justify-center text-center">
        <VenueMark logo={false} className="text-panel" />
        <h1 className="title-font mt-8 max-w-240 text-page-phone tablet:text-invitation">
          {t('workInProgress.title')}
        </h1>
        <p className="mt-4 max-w-140 text-lead-phone text-balance text-ink-2 tablet:text-lead">
          {t('workInProgress.stay')} <span className="tablet:block">{t('workInProgress.hint')}</span>
        </p>
        <p
          role="status"
          className="island mt-9 flex min-h-12 items-center gap-3 rounded-full px-5 font-strong"
        >
          <span aria-hidden="true" className="slow-pulse size-3 rounded-full bg-brand ring-4 ring-brand/30" />
          {t('workInProgress.waiting')}
        </p>
      </div>
      <div className="h-12" />
    </div>
  );
}
