/**
 * The page of a venue that is not published. It opens the venue by itself once it is published. It shows no picture
 * of the venue, because attendees cannot load assets of an unpublished venue.
 */
import { useEffect } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import type { Visit } from '../../platform/visit/visit.ts';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import { LanguageSelector } from '../../ui/LanguageSelector.tsx';
import { VenueMark } from '../../ui/VenueMark.tsx';

export interface WorkInProgressProps {
  /** Starts to poll more often whether the venue is published; returns a function that stops it. */
  readonly pollWhileUnpublished: (visit: Visit) => () => void;
}

export function WorkInProgress({ pollWhileUnpublished }: WorkInProgressProps) {
  const { t } = useTranslation();
  const visit = useVisit();
  useEffect(() => pollWhileUnpublished(visit), [pollWhileUnpublished, visit]);
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
