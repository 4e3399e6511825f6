import { Link } from '@tanstack/react-router';
import { readAreaSearchParams } from '../../platform/navigation/areaSearchParams.ts';
import { noWidget } from '../../platform/navigation/openedWidget.ts';
import { routeNames } from '../../platform/navigation/routeNames.ts';
import type { SearchValues } from '../../platform/navigation/searchParams.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { useTexts } from '../meetingRoom/useTexts.ts';

interface Props {
  readonly areaId: string;
  readonly widgetId: string;
  readonly configId: string;
}

/** Leads to the page of the meeting. A frame that moves in the document loads again, so this is chosen before joining. */
export function FullPageLink(params: Props) {
  const { t } = useTexts();
  const architectureId = useVenue((state) => state.architecture?.id ?? '');
  return (
    <Link
      to={routeNames.AreaWherebyMeeting}
      params={{ architectureId, ...params }}
      search={(before: SearchValues) => readAreaSearchParams({ ...before, ...noWidget })}
      className="press inline-flex min-h-11 items-center rounded-full border border-field-line px-5 text-button font-strong text-ink hover:bg-raised"
    >
      {t('joinOnPage')}
    </Link>
  );
}
