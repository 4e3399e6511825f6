/** A full-page error with an explanation and a next step (ERROR-09), shown instead of a blank page. */
import houseIcon from '@phosphor-icons/core/regular/house-line.svg?raw';
import cloudSlash from '@phosphor-icons/core/regular/cloud-slash.svg?raw';
import warning from '@phosphor-icons/core/regular/warning-circle.svg?raw';
import { base } from '../../platform/base.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import type { PageError, PageErrorKind } from '../../platform/venue/pageError.ts';
import { Button } from '../../ui/Button.tsx';
import { LanguageSelector } from '../../ui/LanguageSelector.tsx';
import { useAutomaticRetry } from './useAutomaticRetry.ts';
import { WaitProgress } from './WaitProgress.tsx';

const icons: Readonly<Record<PageErrorKind, string>> = {
  notReachable: cloudSlash,
  uiConfigMissing: warning,
  uiConfigInvalid: warning,
  firebaseMissing: warning,
  noArchitecture: houseIcon,
  unknownVenue: houseIcon,
  noArea: houseIcon,
  failed: cloudSlash,
};

export interface PageFailureProps {
  readonly error: PageError;
  readonly onRetry: () => void;
  readonly isRetrying: boolean;
  /** Default true. False for errors that would occur again, such as those of rendering: only the user retries. */
  readonly retriesAutomatically?: boolean;
}

export function PageFailure({ error, onRetry, isRetrying, retriesAutomatically = true }: PageFailureProps) {
  const { t } = useTranslation();
  const { kind, requestId } = error;
  // An unknown address stays unknown.
  const canRetry = kind !== 'unknownVenue';
  const { wait, tryNow } = useAutomaticRetry(
    { error, retry: onRetry, isRunning: isRetrying },
    canRetry && retriesAutomatically,
  );
  return (
    <div
      data-page-failure
      className="grid min-h-dvh grid-rows-[auto_1fr_auto] p-(--edge) pt-[calc(var(--edge)+var(--ribbon-height,0px))]"
    >
      <div aria-hidden="true" className="waiting-light fixed inset-0 -z-10 bg-ground" />
      {/* A page that fails while it is shown keeps the header, which has the language. */}
      <div className="flex h-12 justify-end [body:has(header)_&]:invisible">
        <LanguageSelector spelledOut />
      </div>
      <div className="mx-auto flex max-w-160 flex-col items-center justify-center gap-4 text-center">
        <span className="mb-2 grid size-15 place-items-center rounded-card bg-danger-fill text-danger [@media(max-height:400px)]:hidden">
          <Icon svg={icons[kind]} size={28} />
        </span>
        <h1 className="title-font text-page-phone tablet:text-page">{t(`firstLoad.${kind}.title`)}</h1>
        <div role="alert" className="flex flex-col gap-3">
          <p className="text-lead-phone text-ink-2 tablet:text-lead">{t(`firstLoad.${kind}.text`)}</p>
          {/* Configuration errors: the text is for attendees, the detail for the operator (ERROR-06). */}
          {(kind === 'uiConfigMissing' || kind === 'firebaseMissing' || kind === 'uiConfigInvalid') && (
            <details className="text-caption text-ink-2">
              <summary className="target mx-auto w-fit cursor-pointer rounded-mark px-1">
                {t('firstLoad.details')}
              </summary>
              <p dir="auto" className="pt-2">
                {t(`firstLoad.${kind}.detail`, { error: error.message })}
              </p>
            </details>
          )}
        </div>
        <div className="flex flex-col items-center gap-5 pt-4">
          {canRetry ? (
            <>
              {retriesAutomatically && (
                <div className="w-60">
                  <WaitProgress wait={wait} />
                </div>
              )}
              <Button kind="primary" busy={!wait} onClick={tryNow}>
                {t('common.tryNow')}
              </Button>
            </>
          ) : (
            <a
              href={`${base}/`}
              className="press inline-flex min-h-11 items-center rounded-full bg-primary px-6 font-strong text-on-primary"
            >
              {t('firstLoad.unknownVenue.action')}
            </a>
          )}
        </div>
      </div>
      <p dir="ltr" className="text-center text-smallest text-ink-3">
        {requestId}
      </p>
    </div>
  );
}
