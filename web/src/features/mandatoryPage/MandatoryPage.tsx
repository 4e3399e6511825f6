/** Imprint and privacy policy (PAGE-01): the venue's texts, and a link back. */
import arrowLeft from '@phosphor-icons/core/regular/arrow-left.svg?raw';
import cloudSlash from '@phosphor-icons/core/regular/cloud-slash.svg?raw';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';
import { privacyPreferencesHash } from '../../platform/navigation/guards.ts';
import { useLastArea } from '../../platform/navigation/lastArea.ts';
import { routeNames } from '../../platform/navigation/routeNames.ts';
import { RichText } from '../../platform/richText/RichText.tsx';
import {
  setMandatoryPageMode,
  useHasCookieBanner,
  useIsCookieBannerVisible,
} from '../../platform/state/cookieBanner.ts';
import { areaOf, useVenue } from '../../platform/state/venue.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Statement } from '../../ui/Statement.tsx';
import { withoutTitle } from './withoutTitle.ts';
import { useMandatoryTexts, type MandatoryPageKind, type MandatoryTexts } from './useMandatoryTexts.ts';

const backClass =
  'press inline-flex min-h-11 items-center gap-2 rounded-full bg-secondary px-5 text-button font-strong text-on-secondary hover:brightness-110';

/** A link to the last area, else to the default area. */
function ReturnToArea({ architectureId }: { readonly architectureId: string }) {
  const { t } = useTranslation();
  const { areaId: lastAreaId } = useStore(useLastArea());
  const exists = useVenue((state) => areaOf(state, lastAreaId) !== undefined);
  const content = (
    <>
      <Icon svg={arrowLeft} size={18} mirror />
      {t('page.returnToArea')}
    </>
  );
  if (!lastAreaId || !exists) {
    return (
      <Link to={routeNames.FallbackToDefaultArea} className={backClass}>
        {content}
      </Link>
    );
  }
  return (
    <Link to={routeNames.Area} params={{ architectureId, areaId: lastAreaId }} className={backClass}>
      {content}
    </Link>
  );
}

/** Before a login: afterwards the footer and the menus have this link. */
function PrivacyPreferences() {
  const { t } = useTranslation();
  const hasVenue = useVenue((state) => state.venue !== null);
  const hasBanner = useHasCookieBanner();
  if (hasVenue || !hasBanner) return null;
  return (
    <Link
      to="."
      search
      hash={privacyPreferencesHash}
      className="target rounded-mark underline underline-offset-4"
    >
      {t('page.privacyPreferences')}
    </Link>
  );
}

function Texts({ texts, title }: { readonly texts: MandatoryTexts; readonly title: string }) {
  const { t } = useTranslation();
  const localized = useLocalized();
  if (texts.state === 'loading') {
    return (
      <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-3">
        {['w-full', 'w-11/12', 'w-4/5', 'w-full', 'w-2/3'].map((width, line) => (
          <Skeleton key={line} className={`h-4 ${width}`} />
        ))}
      </div>
    );
  }
  if (texts.state === 'failed') {
    return (
      <Statement
        svg={cloudSlash}
        tone="danger"
        title={t('firstLoad.failed.title')}
        text={t('firstLoad.failed.text')}
        action={<Button onClick={texts.retry}>{t('common.tryNow')}</Button>}
      />
    );
  }
  const text = withoutTitle(localized(texts.texts), title);
  return text ? <RichText html={text} /> : <p className="text-ink-2">{t('page.missing')}</p>;
}

export function MandatoryPage({ kind }: { readonly kind: MandatoryPageKind }) {
  const { architectureId = '' } = useParams({ strict: false });
  const { t } = useTranslation();
  const texts = useMandatoryTexts(kind, architectureId);
  // The end of the text can be scrolled above the cookie banner.
  const hasBanner = useIsCookieBannerVisible();
  useEffect(() => {
    setMandatoryPageMode(true);
    return () => setMandatoryPageMode(false);
  }, []);
  return (
    <article
      className={`mx-auto flex min-h-dvh w-full max-w-180 flex-col gap-8 px-(--edge) pt-[calc(var(--header-height)+var(--banner-height,0px)+40px)] ${hasBanner ? 'pb-[80dvh]' : 'pb-[calc(var(--footer-height)+40px)]'}`}
    >
      <h1 className="title-font text-page-phone tablet:text-page">{t(`page.${kind}`)}</h1>
      <Texts texts={texts} title={t(`page.${kind}`)} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <ReturnToArea architectureId={architectureId} />
        <PrivacyPreferences />
      </div>
    </article>
  );
}
