import arrowSquareOut from '@phosphor-icons/core/regular/arrow-square-out.svg?raw';
import { hasHostRole, type Area, type Widget } from '@foyer/contract';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { track } from '../../platform/analytics/track.ts';
import { useKeptInMeeting } from '../../platform/playback/useKeptInMeeting.ts';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';
import { isToday, useTimeFormat } from '../../platform/i18n/useTimeFormat.ts';
import { useAreaNavigation, useIsUrlOf, useOpenedWidget } from '../../platform/navigation/areaNavigation.ts';
import type { OpenedWidget } from '../../platform/navigation/openedWidget.ts';
import { useShowSnackbar } from '../../platform/snackbars.ts';
import { useUser } from '../../platform/state/user.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { now } from '../../platform/time/serverTime.ts';
import { Statement } from '../../ui/Statement.tsx';
import { nearestAt, useOpenableWidgets, type ActiveWidget } from '../registry/activeWidgets.ts';
import { entryOf, globalWidgetsOf } from '../registry/registry.ts';
import { useWidgetName } from '../registry/useWidgetName.ts';
import { OpenInNewTab } from './OpenInNewTab.tsx';
import { WidgetContent } from './WidgetContent.tsx';
import { WidgetPanel } from '../panel/WidgetPanel.tsx';
import { opensInNewTab, useNewTabContent } from './newTabLink.ts';
import { useTexts } from './useTexts.ts';
import { markSeen, seenKey, versionOf } from '../registry/widgetSeen.ts';
import { subjectOf, WidgetSubject } from './widgetSubject.ts';

const isNamedBy = (opened: OpenedWidget | undefined, { id, type }: Widget): boolean =>
  opened !== undefined && ('id' in opened ? opened.id === id : opened.type === type);

/** Shows the widget that the URL names, if it exists and is active. One host per area page. */
export default function WidgetHost({ area }: { readonly area: Area }) {
  const opened = useOpenedWidget();
  const { closeWidget } = useAreaNavigation();
  const architecture = useVenue((state) => state.architecture);
  const widgets = useMemo<Widget[]>(
    () => (architecture ? [...area.contentWidgets, ...globalWidgetsOf(architecture)] : []),
    [area, architecture],
  );
  const active = useOpenableWidgets(widgets).find(({ widget }) => isNamedBy(opened, widget));
  const existing = widgets.find((widget) => isNamedBy(opened, widget));
  const close = useCallback(() => void closeWidget(), [closeWidget]);
  // The widget of the URL may be in the area that is opened.
  const isUrlOfArea = useIsUrlOf(area.id);
  const isUnavailable = isUrlOfArea && opened !== undefined && !active && architecture !== null;
  useCloseUnavailable(isUnavailable, existing, close);
  if (!active || !architecture) return null;
  return <OpenWidget key={active.widget.id} active={active} areaId={area.id} close={close} />;
}

/** Shows a message and closes the widget if the URL names an unknown or inactive widget. */
function useCloseUnavailable(isUnavailable: boolean, existing: Widget | undefined, close: () => void): void {
  const { t } = useTexts();
  const textOf = useUnavailableText();
  const showSnackbar = useShowSnackbar();
  const closeWithMessage = useRef(close);
  useEffect(() => {
    closeWithMessage.current = (): void => {
      showSnackbar(existing ? textOf(existing) : t('unknown'));
      close();
    };
  });
  // Once for each time the widget becomes unavailable, not when the language changes.
  useEffect(() => {
    if (isUnavailable) closeWithMessage.current();
  }, [isUnavailable]);
}

/** Returns a function: when an inactive widget opens, or until when it was open. */
function useUnavailableText(): (widget: Widget) => string {
  const { t } = useTexts();
  const nameOf = useWidgetName();
  const timeFormat = useTimeFormat();
  return (widget) => {
    const name = nameOf(widget);
    const { opensAt, configuration } = nearestAt(widget, now()) ?? {};
    const format = (at: number): string => timeFormat(at).format(at);
    if (opensAt !== undefined)
      return t(isToday(opensAt) ? 'opensAt' : 'opensOn', { name, time: format(opensAt) });
    const end = configuration?.end;
    return end === undefined ? t('notNow', { name }) : t('ended', { name, time: format(Date.parse(end)) });
  };
}

interface OpenWidgetProps {
  readonly active: ActiveWidget;
  readonly areaId: string;
  readonly close: () => void;
}

function OpenWidget({ active, areaId, close }: OpenWidgetProps) {
  const nameOf = useWidgetName();
  const localized = useLocalized();
  const { widget, configuration } = active;
  const isInNewTab = useKeptInMeeting(opensInNewTab(active));
  const isOverlay = useKeptInMeeting(configuration.displayMode === 'OVERLAY_DIALOG');
  const key = useVenue((state) => seenKey(state.architecture?.id ?? '', areaId, widget.id));
  const version = versionOf(active);
  useEffect(() => markSeen(key, version), [key, version]);
  const { id, type } = widget;
  useEffect(() => track('widget', 'open', subjectOf({ widget: { id, type } }, areaId)), [areaId, id, type]);
  const entry = entryOf(widget.type);
  const panel = entry?.panel ?? 'column';
  const isHost = useUser(({ roles }) => hasHostRole(roles));
  const hasHostColumn = isHost && entry?.hasHostColumn?.(configuration);
  const isLinkOnly = isInNewTab && !entry?.hasOwnLink;
  const content = (
    <WidgetContent active={active} areaId={areaId} presentation="panel" open={close} close={close} />
  );
  if (panel === 'none') return content;
  return (
    <WidgetPanel
      id={widget.id}
      title={localized(entry?.title?.(configuration)) || nameOf(widget)}
      onClose={close}
      place={isOverlay ? 'overlay' : 'venue'}
      width={isLinkOnly ? 'column' : panel}
      columns={hasHostColumn ? 2 : 1}
    >
      {isLinkOnly ? <NewTab active={active} areaId={areaId} /> : content}
    </WidgetPanel>
  );
}

/** Shown for the URL of a NEW_TAB widget: browsers open tabs only after a click. */
function NewTab({ active, areaId }: Pick<OpenWidgetProps, 'active' | 'areaId'>) {
  const { t } = useTexts();
  const nameOf = useWidgetName();
  const { url, assetId, site } = useNewTabContent(active);
  return (
    <WidgetSubject value={subjectOf(active, areaId)}>
      <Statement
        svg={arrowSquareOut}
        level={3}
        title={t('newTab.title', { name: nameOf(active.widget) })}
        text={site === undefined ? t('newTab.text') : t('newTab.siteText', { site })}
        action={url !== undefined && <OpenInNewTab href={url} assetId={assetId} />}
      />
    </WidgetSubject>
  );
}
