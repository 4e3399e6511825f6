/** Confirms a publication or its end: who is affected, and what changes (VERSION-01). */
import { noPublishedVersion } from '@foyer/contract/limits';
import { useEffect } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useShowSnackbar } from '../../platform/snackbars.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { ChangeList } from './ChangeList.tsx';
import { useLiveAttendees, type LiveAttendees } from './useLiveAttendees.ts';
import { usePublication, type PublicationKind } from './usePublication.ts';
import type { StageStatus, StageStatusState } from './useStageStatus.ts';
import { hasChanges } from './versionChanges.ts';
import { WarningList } from './WarningList.tsx';

export interface PublicationDialogProps {
  readonly kind: PublicationKind;
  readonly status: StageStatus;
  readonly state: StageStatusState;
  readonly onClose: () => void;
  /** Asks about the end of the publication instead. */
  readonly onUnpublish: () => void;
}

/** What happens to the attendees. */
function useEffectOnAttendees(kind: PublicationKind, status: StageStatus): string {
  const { t } = useTranslation('stage');
  if (kind === 'unpublish') return t('unpublish.effect');
  if (status.live === noPublishedVersion) return t('publish.effectUnpublished');
  return t(status.isOtherVenue ? 'publish.effectOther' : 'publish.effect');
}

function useAttendeesText({ count }: LiveAttendees): string {
  const { t } = useTranslation('stage');
  if (count === undefined) return t('attendees.loading');
  if (count === 'unknown') return t('attendees.unknown');
  return count === 0 ? t('attendees.nobody') : t('attendees.count', { count });
}

function Warnings({ warnings }: Pick<StageStatus, 'warnings'>) {
  const { t } = useTranslation('stage');
  if (warnings === undefined) return <p className="text-ink-2">{t('publish.warningsFailed')}</p>;
  return <WarningList {...warnings} />;
}

function Changes({ status, state }: Pick<PublicationDialogProps, 'status' | 'state'>) {
  const { t } = useTranslation('stage');
  if (state.isLoading) {
    return (
      <p role="status" className="flex items-center gap-3 text-ink-2">
        <Spinner size={18} />
        {t('publish.loading')}
      </p>
    );
  }
  const { diff, staged, live } = status;
  if (staged === live) return <p className="text-ink-2">{t('publish.nothing')}</p>;
  if (!diff) return null;
  if (!hasChanges(diff)) return <p className="text-ink-2">{t('status.equal', { live })}</p>;
  return (
    <>
      <h3 className="title-font text-section">{t('publish.changes')}</h3>
      <ChangeList diff={diff} />
    </>
  );
}

export default function PublicationDialog(props: PublicationDialogProps) {
  const { kind, status, state, onClose, onUnpublish } = props;
  const { t } = useTranslation('stage');
  const { t: shell } = useTranslation();
  const { isLoading, hasFailed, reload } = state;
  // Pictures may have been uploaded since the page compared the versions.
  useEffect(reload, [reload]);
  const attendees = useLiveAttendees();
  const showSnackbar = useShowSnackbar();
  const { busy, failure, run } = usePublication(({ publishedVersion: version }, warningCount) => {
    if (warningCount === 0) showSnackbar(t(`${kind}.done`, { version }), { tone: 'success' });
    else showSnackbar(t('publish.doneWithWarnings', { version, count: warningCount }), { tone: 'warning' });
    onClose();
  }, reload);
  const attendeesText = useAttendeesText(attendees);
  const effect = useEffectOnAttendees(kind, status);
  const isPublished = status.staged === status.live;
  const isComparing = kind === 'publish' && isLoading;
  return (
    <Dialog
      id={`stage-${kind}`}
      open
      // A dialog that closes now could not show the failure.
      locked={busy}
      onClose={onClose}
      isTopmost
      width={560}
      title={t(`${kind}.title`, { version: status.staged })}
      description={
        <span className="flex flex-col gap-1">
          {/* The count changes every few seconds; a screen reader announces the first one only. */}
          <strong className="font-strong text-ink" role={attendees.isUpdate ? undefined : 'status'}>
            {attendeesText}
          </strong>
          {effect}
        </span>
      }
    >
      {kind === 'publish' && (
        <section
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled with the arrow keys
          tabIndex={0}
          aria-label={t('publish.changes')}
          // Where the screen is too low for the smallest list, the whole dialog scrolls.
          className="relative flex min-h-24 flex-col gap-3 overflow-y-auto px-6 pb-2"
        >
          {hasFailed && <p className="text-ink-2">{t('publish.notCompared')}</p>}
          {!isLoading && <Warnings warnings={status.warnings} />}
          <Changes status={status} state={state} />
        </section>
      )}
      {failure && (
        <p role="alert" dir="auto" className="px-6 pt-2 text-danger [overflow-wrap:anywhere]">
          {failure.kind === 'notReachable'
            ? t(`${kind}.notReachable`)
            : t(`failed.${failure.kind}`, { reason: failure.reason })}
        </p>
      )}
      <div className="flex flex-wrap gap-2 p-6 pt-4">
        <Button
          kind="primary"
          busy={busy || isComparing}
          disabled={(kind === 'publish' && isPublished) || attendees.count === undefined}
          onClick={() => !isComparing && run(kind, status)}
        >
          {t(`${kind}.confirm`)}
        </Button>
        <Button kind="quiet" disabled={busy} onClick={onClose}>
          {shell('common.cancel')}
        </Button>
        {kind === 'publish' && status.live !== noPublishedVersion && (
          <Button kind="text" className="ms-auto" disabled={busy} onClick={onUnpublish}>
            {t('unpublish.open')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
