/** The legal pages and the areas, on desktop once the venue is loaded (HEAD-05). */
import { Link } from '@tanstack/react-router';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useMedia } from '../../platform/media.ts';
import { routeNames } from '../../platform/navigation/routeNames.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { PageLinks } from '../../extensions/PageLinks.tsx';

const link =
  'focus-contrast target rounded-mark border-b-2 border-transparent px-0.5 py-1 text-caption text-ink hover:underline underline-offset-4';
/** With more areas, the footer shows no links to them; the floorplan does. */
const maxAreas = 7;

function AreaLinks() {
  const localized = useLocalized();
  const { t } = useTranslation();
  const architecture = useVenue((state) => state.architecture);
  const current = useVenue((state) => state.currentAreaId);
  const wide = useMedia('wideFooter');
  if (!architecture?.globalNavigationEnabled || !wide || architecture.areas.length > maxAreas)
    return <span />;
  return (
    <nav aria-label={t('footer.areas')} className="flex items-center gap-5">
      {architecture.areas.map((area) => (
        <Link
          key={area.id}
          to={routeNames.Area}
          params={{ architectureId: architecture.id, areaId: area.id }}
          aria-current={area.id === current ? 'page' : undefined}
          className={`${link} aria-[current]:border-brand aria-[current]:font-strong aria-[current]:no-underline`}
        >
          {localized(area.names) || area.id}
        </Link>
      ))}
    </nav>
  );
}

export function Footer({ solid }: { readonly solid: boolean }) {
  const { t } = useTranslation();
  const phone = useMedia('phone');
  const architecture = useVenue((state) => state.architecture);
  if (!architecture || phone) return null;
  return (
    <footer
      className={`fixed inset-x-0 bottom-0 z-20 grid h-(--footer-height) grid-cols-[1fr_auto_1fr] items-center gap-6 px-(--edge) ${solid ? 'border-t border-line bg-solid' : ''}`}
    >
      <nav aria-label={t('footer.legal')} className="flex items-center gap-5">
        <PageLinks place="footer" architectureId={architecture.id} className={link} />
      </nav>
      <AreaLinks />
      <span />
    </footer>
  );
}
