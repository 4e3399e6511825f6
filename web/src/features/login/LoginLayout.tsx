/** The layout of the login and account pages: background, invitation and a panel for the content. */
import { useState, type ReactNode } from 'react';
import { suffixFor, withSuffix } from '../../platform/assets/variants.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useMedia } from '../../platform/media.ts';
import { useUi } from '../../platform/state/ui.ts';
import { useVenueTitle } from '../../platform/venue/venueNames.ts';
import { PageLinks } from '../../extensions/PageLinks.tsx';
import { LanguageSelector } from '../../ui/LanguageSelector.tsx';
import styles from './login.module.css';

/** The configured background image (LOGIN-11). If it cannot be loaded, the background color of the venue remains. */
function Background() {
  const url = useUi((state) => state.uiConfig?.venue?.loginPageBackgroundUrl);
  const [sources] = useState(() =>
    url === undefined ? [] : [...new Set([withSuffix(url, suffixFor(window.innerWidth)), url])],
  );
  const [tries, setTries] = useState(0);
  const source = sources[tries];
  return (
    <div aria-hidden="true" className="fixed inset-0 -z-10 bg-ground">
      {source === undefined ? (
        <div className="waiting-light absolute inset-0" />
      ) : (
        <>
          <img
            data-testid="login-background"
            src={source}
            alt=""
            onError={() => setTries(tries + 1)}
            className="size-full object-cover"
          />
          <div className={`${styles.scrim} absolute inset-0`} />
        </>
      )}
    </div>
  );
}

/** The logo of the login page, else that of the venue, and the venue's title. */
function Logo() {
  const title = useVenueTitle();
  const url = useUi(({ uiConfig }) => uiConfig?.venue?.loginPageLogoUrl ?? uiConfig?.venue?.logoUrl);
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <p className={`${styles.name} flex min-w-0 items-center gap-3`}>
      {url !== undefined && !hasFailed && (
        <img
          data-testid="login-logo"
          src={url}
          alt=""
          onError={() => setHasFailed(true)}
          className="h-8 w-auto max-w-40 object-contain"
        />
      )}
      <bdi className="title-font truncate">{title}</bdi>
    </p>
  );
}

function LegalLinks() {
  const { t } = useTranslation();
  const architectureId = useUi((state) => state.uiConfig?.venue?.architectureId);
  if (architectureId === undefined) return null;
  return (
    <nav aria-label={t('footer.legal')} className={`${styles.legal} flex gap-5 text-caption font-strong`}>
      <PageLinks
        place="login"
        architectureId={architectureId}
        className="target rounded-mark px-1 hover:underline underline-offset-4"
      />
    </nav>
  );
}

export interface LoginLayoutProps {
  /** Shows the longer invitation on phones, too. False while a form is open. */
  readonly showIntroduction: boolean;
  readonly children: ReactNode;
}

export function LoginLayout({ showIntroduction, children }: LoginLayoutProps) {
  const { t } = useTranslation('login');
  const { supported } = useLanguage();
  const phone = useMedia('phone');
  return (
    <div className={styles.scene}>
      <Background />
      {(!phone || supported.length > 1) && (
        <header data-testid="login-header" className={styles.top}>
          <LanguageSelector spelledOut />
        </header>
      )}
      <div className={styles.invitation}>
        <Logo />
        <h1 tabIndex={-1} className={`${styles.title} title-font`}>
          {t('invitation')}
        </h1>
        {(showIntroduction || !phone) && (
          <p className={`${styles.lead} text-lead-phone text-ink tablet:text-lead`}>{t('lead')}</p>
        )}
      </div>
      <div className={`${styles.panel} panel`}>{children}</div>
      <LegalLinks />
    </div>
  );
}
