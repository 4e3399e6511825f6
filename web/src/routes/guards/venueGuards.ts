/** Loads the venue before one of its pages is shown, and redirects to the default area if necessary. */
import { defaultArea } from '@foyer/contract';
import { redirect } from '@tanstack/react-router';
import { translate } from '../../platform/i18n/i18n.ts';
import { writeErrorToConsole } from '../../platform/log.ts';
import { routeNames, type RouteTraits } from '../../platform/navigation/routeNames.ts';
import type { SearchValues } from '../../platform/navigation/searchParams.ts';
import { createSnackbars } from '../../platform/snackbars.ts';
import { useUi } from '../../platform/state/ui.ts';
import { useUser } from '../../platform/state/user.ts';
import { areaOf, currentVenue } from '../../platform/state/venue.ts';
import { ensureVenue, ensureVersion, defaultArchitectureId } from '../../platform/venue/loadVenue.ts';
import { PageError } from '../../platform/venue/pageError.ts';
import { areaName } from '../../platform/venue/venueNames.ts';
import { currentVisit } from '../../platform/visit/currentVisit.ts';
import { preloadAreaView } from '../area.tsx';
import { withSpinner } from './rootGuards.ts';

interface Traits {
  readonly staticData: RouteTraits;
}

/** Loads the venue of the URL. Imprint and privacy policy need no venue if a required login is missing (GUARD-12). */
export async function loadRouteVenue(architectureId: string, matches: readonly Traits[]): Promise<void> {
  const { loginEnabled } = useUi.getState();
  const mandatoryPage = matches.at(-1)?.staticData.mandatoryPage ?? false;
  if (mandatoryPage && loginEnabled && !useUser.getState().isLoggedIn) return;
  if (currentVenue().architecture?.id === architectureId) return;
  if (matches.at(-1)?.staticData.area) preloadAreaView();
  await withSpinner(() => ensureVenue(architectureId));
}

const keepSearch = (search: SearchValues) => search;

/** What an address names that the venue does not have. */
type Missing = 'area' | 'page';

/**
 * Redirects to the default area of the loaded venue (ROUTE-10). Without one it logs an error and fails.
 * @param missing what the message says is not here
 * @param visit receives the message
 */
export function redirectToDefaultArea(
  architectureId: string,
  missing?: Missing,
  visit = currentVisit(),
): never {
  const { architecture } = currentVenue();
  const area = architecture ? defaultArea(architecture) : undefined;
  if (!area) {
    writeErrorToConsole('NAVIGATION', `venue ${architectureId} has no area`);
    throw new PageError('noArea');
  }
  if (missing)
    visit.get(createSnackbars).show(translate('shell')(`notFound.${missing}`, { area: areaName(area) }));
  throw redirect({
    to: routeNames.Area,
    params: { architectureId, areaId: area.id },
    search: keepSearch,
    replace: true,
  });
}

/** Redirects `/` and every unknown path to the default area of the open venue (ROUTE-08, ROUTE-09). */
export async function goToDefaultArea(missing?: Missing): Promise<void> {
  const visit = currentVisit();
  await withSpinner(ensureVersion);
  const architectureId = defaultArchitectureId();
  if (architectureId === null) {
    writeErrorToConsole('NAVIGATION', 'no venue is published');
    throw new PageError('noArchitecture');
  }
  if (currentVenue().architecture?.id !== architectureId) {
    await withSpinner(() => ensureVenue(architectureId));
  }
  redirectToDefaultArea(architectureId, missing, visit);
}

/** Redirects to the default area if the area is missing or unknown (ROUTE-05). */
export function enterArea(architectureId: string, areaId: string | undefined): void {
  if (areaOf(currentVenue(), areaId)) return;
  redirectToDefaultArea(architectureId, areaId === undefined ? undefined : 'area');
}
