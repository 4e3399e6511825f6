/** The page of a meeting: 68 pixels of our own, and below the room (ROUTE-06). */
import arrowLeft from '@phosphor-icons/core/regular/arrow-left.svg?raw';
import linkBreak from '@phosphor-icons/core/regular/link-break.svg?raw';
import type { Area } from '@foyer/contract';
import { meetingProviders } from '@foyer/contract/widgets/meetingLinks';
import { Link, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { track } from '../../platform/analytics/track.ts';
import { useTimeFormat } from '../../platform/i18n/useTimeFormat.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { readAreaSearchParams } from '../../platform/navigation/areaSearchParams.ts';
import { routeNames } from '../../platform/navigation/routeNames.ts';
import type { SearchValues } from '../../platform/navigation/searchParams.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { useAreaName } from '../../platform/venue/venueNames.ts';
import { Statement } from '../../ui/Statement.tsx';
import { WidgetContent } from '../host/WidgetContent.tsx';
import { subjectOf } from '../host/widgetSubject.ts';
import { PanelAsideSlot } from '../panel/panelAside.tsx';
import type { ActiveWidget } from '../registry/activeWidgets.ts';
import { useWidgetName } from '../registry/useWidgetName.ts';
import { MeetingNotice } from '../meetingRoom/MeetingNotice.tsx';
import { MeetingPlace } from '../meeting/meetingPlace.ts';
import { useTexts } from '../meetingRoom/useTexts.ts';
import styles from './meetingPage.module.css';

interface Props {
  readonly area: Area;
  readonly widgetId: string;
  readonly configId: string;
}

type Meeting = ActiveWidget<'WherebyMeetingWidget'>;

/** The meeting that the URL names; undefined if the area has none with these ids. */
function meetingOf({ area, widgetId, configId }: Props): Meeting | undefined {
  const widget = area.contentWidgets.find(({ id }) => id === widgetId);
  if (widget?.type !== 'WherebyMeetingWidget') return undefined;
  const configuration = widget.configurations.find(({ id }) => id === configId);
  return configuration && { widget, configuration };
}

/** Navigation back to the area, with the same language, view and viewpoint. */
function useWayBack(areaId: string) {
  const architectureId = useVenue((state) => state.architecture?.id ?? '');
  return {
    to: routeNames.Area,
    params: { architectureId, areaId },
    search: (before: SearchValues) => readAreaSearchParams(before),
  } as const;
}

export default function MeetingPage(props: Props) {
  const { t } = useTexts();
  const meeting = meetingOf(props);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const nameOf = useWidgetName();
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <BackLink areaId={props.area.id} />
        <div className={styles.title}>
          <h1 tabIndex={-1} dir="auto" className="truncate text-name font-strong">
            {meeting ? nameOf(meeting.widget) : t('title')}
          </h1>
          {meeting && <MeetingLine {...meeting} />}
        </div>
        <div ref={setSlot} className="flex justify-end gap-2" />
      </div>
      <div className={styles.place}>
        <PanelAsideSlot value={slot}>
          {meeting ? (
            <PageContent meeting={meeting} areaId={props.area.id} />
          ) : (
            <MeetingNotice>
              <Statement svg={linkBreak} level={2} title={t('missing.title')} text={t('missing.text')} />
            </MeetingNotice>
          )}
        </PanelAsideSlot>
      </div>
    </div>
  );
}

function BackLink({ areaId }: { readonly areaId: string }) {
  const { t } = useTexts();
  const area = useAreaName();
  return (
    <Link
      {...useWayBack(areaId)}
      className="island press inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-full px-3 text-small-button font-strong tablet:px-4"
    >
      <Icon svg={arrowLeft} size={20} mirror />
      <span className="max-w-60 truncate max-tablet:sr-only">{t('backTo', { area })}</span>
    </Link>
  );
}

/** From whom the meeting is, and until when. */
function MeetingLine({ configuration: { end } }: Meeting) {
  const { t } = useTexts();
  const timeFormat = useTimeFormat();
  const provider = meetingProviders.WherebyMeetingWidget.name;
  const endsAt = end === undefined ? undefined : Date.parse(end);
  return (
    <p className="truncate text-caption text-ink-2">
      {endsAt === undefined
        ? provider
        : t('providerUntil', { provider, time: timeFormat(endsAt).format(endsAt) })}
    </p>
  );
}

function PageContent({ meeting, areaId }: { readonly meeting: Meeting; readonly areaId: string }) {
  const router = useRouter();
  const wayBack = useWayBack(areaId);
  const goBack = useCallback(() => void router.navigate(wayBack), [router, wayBack]);
  const { id, type } = meeting.widget;
  useEffect(() => track('widget', 'open', subjectOf({ widget: { id, type } }, areaId)), [areaId, id, type]);
  return (
    <MeetingPlace value="page">
      <WidgetContent active={meeting} areaId={areaId} presentation="panel" open={goBack} close={goBack} />
    </MeetingPlace>
  );
}
