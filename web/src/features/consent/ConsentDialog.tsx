/** The cookie banner: what may load from other companies, and the decision about it (CONSENT-01 to 03). */
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import shield from '@phosphor-icons/core/regular/shield-warning.svg?raw';
import type { CookieProvider } from '@foyer/contract';
import { consentRevision, trackingConsentId } from '@foyer/contract/consent';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { PageLinks } from '../../extensions/PageLinks.tsx';
import { decide } from '../../platform/consent/decide.ts';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { RichText } from '../../platform/richText/RichText.tsx';
import {
  cancelCookieBanner,
  useCookieBanner,
  type VenueConsentSettings,
} from '../../platform/state/cookieBanner.ts';
import { useUser } from '../../platform/state/user.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { cssVariables, deriveTheme } from '../../platform/theme/tokens.ts';
import { Button } from '../../ui/Button.tsx';
import { LanguageSelector } from '../../ui/LanguageSelector.tsx';
import { ConsentGroups } from './ConsentGroups.tsx';
import { ProviderRow } from './ProviderRow.tsx';
import { useBlockedContent } from './useBlockedContent.ts';

const isExternal = ({ type }: CookieProvider): boolean => type === 'EXTERNAL_MEDIA';

/** The ids that are accepted in the form; at first those of the stored decision. */
function useChoice(settings: VenueConsentSettings) {
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(() => {
    const { localStorageCookieProviders, trackingConsentGiven } = useUser.getState();
    const ids = localStorageCookieProviders.filter((consent) => consent.accepted).map(({ id }) => id);
    return new Set(trackingConsentGiven ? [...ids, trackingConsentId] : ids);
  });
  const choose = (ids: readonly string[], isAccepted: boolean): void => {
    const next = new Set(accepted);
    for (const id of ids) {
      if (isAccepted) next.add(id);
      else next.delete(id);
    }
    setAccepted(next);
  };
  return { accepted, choose, external: settings.cookieProviders.filter(isExternal) };
}

/**
 * Keeps the focus in the banner where it is modal. It outlives navigations, and each new page moves the focus to its
 * heading, behind the banner.
 */
function useKeptInside(isModal: boolean, title: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isModal) return undefined;
    title.current?.focus();
    const onFocus = ({ target }: FocusEvent): void => {
      // While the banner is open, what is behind it is hidden from assistive technology; messages above it are not.
      if (target instanceof Element && target.closest('#root [aria-hidden="true"]')) title.current?.focus();
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [isModal, title]);
}

/**
 * When the banner closes, returns the focus to where it was, or else to the panel that opened behind the banner. It does
 * so while the focus is still in the banner: Base UI takes a panel that loses the focus out of the Tab order, and puts
 * it back only for a focus that comes from another element.
 */
function useReturnedFocus(): void {
  useLayoutEffect(() => {
    const origin = document.activeElement;
    return () => {
      const target =
        origin !== document.body && origin?.isConnected
          ? origin
          : document.querySelector('[data-dialog^="widget-"]');
      if (target instanceof HTMLElement) target.focus();
    };
  }, []);
}

export function ConsentDialog() {
  const settings = useCookieBanner((state) => state.settings);
  if (settings === null) return null;
  // A publication may change what the user decides about: the form begins again.
  const key = `${settings.architectureId} ${consentRevision(settings)}`;
  return <OpenDialog key={key} settings={settings} />;
}

function OpenDialog({ settings }: { readonly settings: VenueConsentSettings }) {
  const { t } = useTranslation('consent');
  const localized = useLocalized();
  const title = useRef<HTMLHeadingElement>(null);
  const isMandatoryPage = useCookieBanner((state) => state.mandatoryPageMode);
  useKeptInside(!isMandatoryPage, title);
  useReturnedFocus();
  const style = useVenue(({ architecture }) => architecture?.style);
  const {
    cookieBannerConfig,
    personalizedTrackingEnabled = false,
    cookieProviders,
    architectureId,
  } = settings;
  const { type, text, personalizedTrackingText, styling } = cookieBannerConfig;
  const colors = useMemo(
    () => styling && cssVariables(deriveTheme({ ...style, ...styling })),
    [style, styling],
  );
  const { accepted, choose, external } = useChoice(settings);
  const blocked = useBlockedContent();
  const explanation = localized(text);
  return (
    <BaseDialog.Root
      open
      modal={!isMandatoryPage}
      disablePointerDismissal
      onOpenChange={(_, details) => details.cancel()}
    >
      <BaseDialog.Portal>
        {!isMandatoryPage && <BaseDialog.Backdrop className="scrim fixed inset-0 z-40" />}
        <BaseDialog.Viewport
          className={`fixed z-40 grid grid-cols-[minmax(0,1fr)] justify-items-center ${
            isMandatoryPage
              ? 'pointer-events-none inset-x-0 bottom-0 tablet:p-4'
              : 'inset-0 items-end tablet:place-items-center tablet:p-4'
          }`}
        >
          <BaseDialog.Popup
            initialFocus={title}
            data-dialog="consent"
            style={colors}
            className={`dialog-surface pointer-events-auto flex w-full max-w-187.5 flex-col rounded-t-panel text-ink low:overflow-y-auto tablet:max-h-[calc(100dvh-32px)] tablet:rounded-panel ${isMandatoryPage ? 'max-h-[60dvh] scroll-pb-44 overflow-y-auto tablet:overflow-y-visible low:scroll-pb-0' : 'max-h-dvh'}`}
          >
            <div data-panel-head className="flex flex-wrap items-center gap-x-4 gap-y-2 px-6 pt-5 pb-2">
              <BaseDialog.Title
                ref={title}
                tabIndex={-1}
                className="title-font min-w-0 flex-1 basis-60 text-panel outline-none [overflow-wrap:anywhere]"
              >
                {t('title')}
              </BaseDialog.Title>
              <LanguageSelector spelledOut />
            </div>
            <div
              className={`min-h-0 overflow-y-auto px-6 pb-6 low:max-h-none low:shrink-0 low:overflow-visible ${isMandatoryPage ? 'shrink-0 tablet:max-h-[30vh]' : 'max-h-[50vh]'}`}
            >
              {explanation ? (
                <RichText html={explanation} className="text-ink-2" />
              ) : (
                <p className="text-ink-2">{t('text')}</p>
              )}
              {blocked !== '' && (
                <p className="mt-4 flex items-start gap-3 rounded-field border border-warning/50 bg-raised px-4 py-3">
                  <Icon svg={shield} size={20} className="mt-0.5 shrink-0 text-warning" />
                  <span className="min-w-0 [overflow-wrap:anywhere]">
                    {t('blocked.waiting', { list: blocked })}
                  </span>
                </p>
              )}
              <ConsentGroups
                accepted={accepted}
                external={external}
                hasTracking={personalizedTrackingEnabled}
                hasNames={type === 'SIMPLE'}
                choose={choose}
              />
              {external.length > 0 && <p className="mt-3 text-caption text-ink-2">{t('media.kept')}</p>}
              {personalizedTrackingEnabled && localized(personalizedTrackingText) !== '' && (
                <RichText
                  html={localized(personalizedTrackingText)}
                  className="mt-4 text-caption text-ink-2"
                />
              )}
              {type === 'DETAILED' && cookieProviders.length > 0 && (
                <section className="mt-5">
                  <h3 className="text-caption font-strong text-ink-2">{t('providers')}</h3>
                  <ul>
                    {cookieProviders.map((provider) => (
                      <ProviderRow
                        key={provider.id}
                        provider={provider}
                        isAccepted={!isExternal(provider) || accepted.has(provider.id)}
                        onChange={(next) => choose([provider.id], next)}
                      />
                    ))}
                  </ul>
                </section>
              )}
            </div>
            {/*
             * On a mandatory page everything scrolls in a small sheet, which leaves the text of the page readable: the
             * answers stay in view, two side by side, unless the sheet is hardly higher than they are.
             */}
            <div
              className={`fade-above flex flex-col gap-x-4 gap-y-3 border-t border-line px-6 py-4 tablet:flex-row tablet:items-center ${isMandatoryPage ? 'sticky bottom-0 bg-solid tablet:relative low:relative' : 'relative'}`}
            >
              <nav className="flex flex-wrap gap-x-4 tablet:me-auto">
                <PageLinks
                  place="consent"
                  architectureId={architectureId}
                  className="target rounded-mark text-caption underline underline-offset-4"
                />
              </nav>
              <div
                className={`grid ${isMandatoryPage ? 'grid-cols-2' : 'grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))]'} gap-2 tablet:flex tablet:flex-wrap tablet:justify-end`}
              >
                {isMandatoryPage && (
                  <Button kind="text" onClick={cancelCookieBanner}>
                    {t('cancel')}
                  </Button>
                )}
                <Button kind="quiet" onClick={() => decide('save', (id) => accepted.has(id))}>
                  {t('save')}
                </Button>
                {/* In columns of equal width: neither answer may be larger. */}
                <div className="contents tablet:grid tablet:grid-cols-2 tablet:gap-2">
                  <Button onClick={() => decide('rejectAll', () => false)}>{t('rejectAll')}</Button>
                  <Button onClick={() => decide('acceptAll', () => true)}>{t('acceptAll')}</Button>
                </div>
              </div>
            </div>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
