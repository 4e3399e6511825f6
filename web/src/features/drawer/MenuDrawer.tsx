/** The phone's menu: languages, account, areas and legal pages, each under its condition (HEAD-03). */
import doorIcon from '@phosphor-icons/core/regular/door-open.svg?raw';
import signInIcon from '@phosphor-icons/core/regular/sign-in.svg?raw';
import pinIcon from '@phosphor-icons/core/fill/map-pin-fill.svg?raw';
import translate from '@phosphor-icons/core/regular/translate.svg?raw';
import xIcon from '@phosphor-icons/core/regular/x.svg?raw';
import checkIcon from '@phosphor-icons/core/bold/check-bold.svg?raw';
import { drawerWidth } from '@foyer/contract/limits';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { languageName } from '../../platform/i18n/languageNames.ts';
import { useLanguage, useLocalized } from '../../platform/i18n/useLanguage.ts';
import { routeNames } from '../../platform/navigation/routeNames.ts';
import { useLoginOffered, useOwnPicture } from '../session/index.ts';
import { useLoggedInUser } from '../../platform/state/useLoggedInUser.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { useAreaName, useVenueTitle } from '../../platform/venue/venueNames.ts';
import { useAccountEntries } from '../../extensions/accountMenu.ts';
import { PageLinks } from '../../extensions/PageLinks.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Drawer } from '../../ui/Drawer.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LoginLink } from '../../ui/LoginLink.tsx';
import { LongList } from '../../ui/LongList.tsx';
import { RoleTag } from '../../ui/RoleTag.tsx';

const row =
  'press flex min-h-11 w-full items-center gap-3 rounded-field px-3 text-start text-name font-strong hover:bg-raised';

function Languages() {
  const { language, supported, setLanguage } = useLanguage();
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (supported.length < 2) return null;
  return (
    <div className="p-1.5">
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)} className={row}>
        <Icon svg={translate} size={22} />
        <span className="flex-1">{t('language.choose')}</span>
        <span className="text-caption text-ink-2">{languageName(language)}</span>
      </button>
      {open && (
        <ul>
          {supported.map((locale) => (
            <li key={locale}>
              <button
                type="button"
                lang={locale}
                aria-pressed={locale === language}
                onClick={() => void setLanguage(locale)}
                className={`${row} ps-12`}
              >
                <span className="flex-1">{languageName(locale)}</span>
                {locale === language && <Icon svg={checkIcon} size={16} />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Areas({ close }: { readonly close: () => void }) {
  const localized = useLocalized();
  const { t } = useTranslation();
  const architecture = useVenue((state) => state.architecture);
  const current = useVenue((state) => state.currentAreaId);
  if (!architecture?.globalNavigationEnabled) return null;
  return (
    <nav aria-label={t('footer.areas')} className="border-t border-line p-1.5">
      <LongList items={architecture.areas} keyOf={({ id }) => id} rowHeight={44}>
        {(area) => (
          <Link
            to={routeNames.Area}
            params={{ architectureId: architecture.id, areaId: area.id }}
            onClick={close}
            aria-current={area.id === current ? 'page' : undefined}
            className={`${row} aria-[current]:bg-secondary aria-[current]:text-on-secondary`}
          >
            <Icon svg={area.id === current ? pinIcon : doorIcon} size={22} />
            {localized(area.names) || area.id}
          </Link>
        )}
      </LongList>
    </nav>
  );
}

function Legal({ close }: { readonly close: () => void }) {
  const { t } = useTranslation();
  const architecture = useVenue((state) => state.architecture);
  if (!architecture) return null;
  return (
    <nav
      aria-label={t('footer.legal')}
      className="mt-auto flex flex-wrap gap-x-5 gap-y-3 border-t border-line p-4"
    >
      <PageLinks
        place="menu"
        architectureId={architecture.id}
        onClick={close}
        className="target text-caption text-ink-2 hover:text-ink"
      />
    </nav>
  );
}

export interface MenuDrawerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Between the actions and the areas. */
  readonly children: ReactNode;
}

export function MenuDrawer({ open, onOpenChange, children }: MenuDrawerProps) {
  const { t } = useTranslation();
  const event = useVenueTitle();
  const area = useAreaName();
  const user = useLoggedInUser();
  const picture = useOwnPicture(user?.userId);
  const entries = useAccountEntries();
  const canLogIn = useLoginOffered();
  const close = () => onOpenChange(false);
  return (
    <Drawer id="menu" title={t('header.menu')} open={open} onOpenChange={onOpenChange} width={drawerWidth}>
      <div className="flex items-center gap-2 ps-4 pe-2 py-3">
        {user && <Avatar userId={user.userId} name={user.name} size={40} picture={picture} />}
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="flex flex-wrap items-center gap-x-2">
            <p className="max-w-full truncate text-name font-strong">
              <bdi>{user ? user.name : event}</bdi>
            </p>
            <RoleTag />
          </div>
          <p className="truncate text-caption text-ink-2">
            <bdi>{area}</bdi>
          </p>
        </div>
        <IconButton svg={xIcon} label={t('header.closeMenu')} onClick={close} />
      </div>
      <div className="border-t border-line">
        <Languages />
        {(entries.length > 0 || canLogIn) && (
          <div className="p-1.5">
            {entries.map(({ key, icon, isMirrored = false, label, run }) => (
              <button
                key={key}
                type="button"
                onClick={() => {
                  close();
                  run();
                }}
                className={row}
              >
                <Icon svg={icon} size={22} mirror={isMirrored} />
                {label}
              </button>
            ))}
            {canLogIn && (
              <LoginLink onClick={close} className={row}>
                <Icon svg={signInIcon} size={22} mirror />
                {t('account.login')}
              </LoginLink>
            )}
          </div>
        )}
      </div>
      {children}
      <Areas close={close} />
      <Legal close={close} />
    </Drawer>
  );
}
