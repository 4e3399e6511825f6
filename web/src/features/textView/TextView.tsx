import type { Area, ViewPoint } from '@foyer/contract';
import { useEffect, useMemo, useRef, useSyncExternalStore, type ReactNode, type RefObject } from 'react';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';
import { useVenue } from '../../platform/state/venue.ts';
import {
  useActiveWidgets,
  useShownWidgets,
  useUpcomingWidgets,
  type ActiveWidget,
} from '../../widgets/registry/activeWidgets.ts';
import { entryOf, globalWidgetsOf } from '../../widgets/registry/registry.ts';
import { DoorRow } from './DoorRow.tsx';
import { outlineOf, type OutlineEntry, type OutlineSection } from './outline.ts';
import styles from './textView.module.css';
import { AreaBanner } from './AreaBanner.tsx';
import { TableOfContents, type ContentsEntry } from './TableOfContents.tsx';
import { sectionId } from './sectionId.ts';
import { WidgetRow } from './WidgetRow.tsx';
import { ViewpointRow } from './ViewpointRow.tsx';
import { useTexts } from './useTexts.ts';

export interface TextViewProps {
  readonly area: Area;
  /** The hotspots of a viewpoint in keyboard order. The route provides them from the area feature. */
  readonly entriesOf: (viewpoint: ViewPoint) => readonly OutlineEntry[];
  /** Shown below the description. */
  readonly children?: ReactNode;
}

/** An area as text: the same doors and widgets as in the picture, for users who prefer or need text. */
export default function TextView({ area, entriesOf, children }: TextViewProps) {
  const { t } = useTexts();
  const localized = useLocalized();
  const architecture = useVenue((state) => state.architecture);
  const sections = useMemo(() => outlineOf(area.viewPoints, entriesOf), [area, entriesOf]);
  const globals = useMemo(
    () =>
      architecture ? globalWidgetsOf(architecture).filter(({ type }) => entryOf(type)?.isInTextView) : [],
    [architecture],
  );
  const everywhere = useActiveWidgets(globals);
  const unplaced = useShownWidgets(
    useMemo(() => area.contentWidgets.filter(({ placements }) => placements.length === 0), [area]),
  );
  const upcoming = useUpcomingWidgets(useMemo(() => [...area.contentWidgets, ...globals], [area, globals]));
  const heading = useFocusOnAreaChange(area.id);
  const scrolled = useScrolled();
  const hasViewpoints = area.viewPoints.length > 1;
  const contents: ContentsEntry[] = [
    { id: 'welcome', label: t('welcome') },
    ...sections.flatMap((section) =>
      entriesIn(section, hasViewpoints, localized(section.viewpoint.names), t),
    ),
    ...(unplaced.length > 0 ? [{ id: 'room', label: t('alsoInRoom') }] : []),
    ...(upcoming.length > 0 ? [{ id: 'later', label: t('later') }] : []),
    ...(everywhere.length > 0 ? [{ id: 'everywhere', label: t('everywhere') }] : []),
  ];
  const isEmpty =
    sections.every(({ doors, widgets }) => doors.length + widgets.length === 0) && unplaced.length === 0;
  return (
    <article className={styles.page} data-scrolled={scrolled}>
      <AreaBanner area={area} />
      <div className={styles.columns}>
        <TableOfContents key={area.id} entries={contents} />
        <div className={styles.content}>
          <header id={sectionId('welcome')}>
            <h1 ref={heading} tabIndex={-1} className="title-font text-page max-tablet:text-page-phone">
              {localized(area.names) || area.id}
            </h1>
            <Description text={localized(area.descriptions)} />
          </header>
          {children}
          {sections.map((section) => (
            <ViewpointSection
              key={section.viewpoint.id}
              area={area}
              section={section}
              name={hasViewpoints ? localized(section.viewpoint.names) || section.viewpoint.id : undefined}
            />
          ))}
          {isEmpty && <p className="text-ink-2 mt-8">{t('nothing')}</p>}
          <WidgetRows id="room" title={t('alsoInRoom')} widgets={unplaced} />
          <WidgetRows id="later" title={t('later')} widgets={upcoming} areUpcoming />
          <WidgetRows id="everywhere" title={t('everywhere')} widgets={everywhere} />
        </div>
      </div>
    </article>
  );
}

/** After a change of area, scrolls to the top and focuses the heading. Not on the first page of a visit. */
function useFocusOnAreaChange(areaId: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(areaId);
  useEffect(() => {
    if (last.current === areaId) return;
    last.current = areaId;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [areaId]);
  return heading;
}

const scrolledFrom = 56;

/** Whether the text has scrolled under the header. */
function useScrolled(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      window.addEventListener('scroll', onChange, { passive: true });
      return () => window.removeEventListener('scroll', onChange);
    },
    () => window.scrollY > scrolledFrom,
  );
}

/** Section ids with prefixes, so that ids of viewpoints cannot collide with other sections. */
const viewpointId = ({ viewpoint }: OutlineSection): string => `viewpoint-${viewpoint.id}`;
const doorsId = ({ viewpoint }: OutlineSection): string => `doors-${viewpoint.id}`;
const widgetsId = ({ viewpoint }: OutlineSection): string => `widgets-${viewpoint.id}`;

type Translate = (key: 'doors' | 'items') => string;

/** With several viewpoints each is one entry of the contents; else doors and widgets are. */
function entriesIn(
  section: OutlineSection,
  hasViewpoints: boolean,
  name: string,
  t: Translate,
): ContentsEntry[] {
  if (hasViewpoints) return [{ id: viewpointId(section), label: name || section.viewpoint.id }];
  return [
    ...(section.doors.length > 0 ? [{ id: doorsId(section), label: t('doors') }] : []),
    ...(section.widgets.length > 0 ? [{ id: widgetsId(section), label: t('items') }] : []),
  ];
}

function Description({ text }: { readonly text: string }) {
  if (text === '') return null;
  return (
    <p dir="auto" className="text-lead max-tablet:text-lead-phone mt-4 whitespace-pre-line">
      {text}
    </p>
  );
}

interface ViewpointSectionProps {
  readonly area: Area;
  readonly section: OutlineSection;
  /** Undefined if the area has only one viewpoint. */
  readonly name: string | undefined;
}

function ViewpointSection({ area, section, name }: ViewpointSectionProps) {
  const { t } = useTexts();
  const { viewpoint, doors, widgets, isRepeated } = section;
  const id = viewpointId(section);
  const level = name === undefined ? 2 : 3;
  const lists = (
    <>
      {doors.length > 0 && (
        <ListSection id={doorsId(section)} level={level} title={t('doors')}>
          {doors.map((door) => (
            <DoorRow key={door.id} door={door} />
          ))}
        </ListSection>
      )}
      {widgets.length > 0 && (
        <ListSection id={widgetsId(section)} level={level} title={t('items')}>
          {widgets.map((widget) => (
            <WidgetRow key={widget.id} active={widget as ActiveWidget} name={widget.name} />
          ))}
        </ListSection>
      )}
    </>
  );
  if (name === undefined) return lists;
  return (
    <section id={sectionId(id)} aria-labelledby={`${sectionId(id)}-title`}>
      <h2 id={`${sectionId(id)}-title`} tabIndex={-1} dir="auto" className={`${styles.section} title-font`}>
        {name}
      </h2>
      {isRepeated && <p className="text-ink-2 mt-1">{t('alsoHere')}</p>}
      {lists}
      <ul className="mt-2">
        <ViewpointRow areaId={area.id} viewpointId={viewpoint.id} name={name} />
      </ul>
    </section>
  );
}

interface ListSectionProps {
  readonly id: string;
  readonly level: 2 | 3;
  readonly title: string;
  readonly children: ReactNode;
}

function ListSection({ id, level, title, children }: ListSectionProps) {
  const Heading = `h${level}` as const;
  return (
    <section id={sectionId(id)} aria-labelledby={`${sectionId(id)}-title`}>
      <Heading
        id={`${sectionId(id)}-title`}
        tabIndex={-1}
        className={level === 2 ? `${styles.section} title-font` : styles.subsection}
      >
        {title}
      </Heading>
      <ul>{children}</ul>
    </section>
  );
}

interface WidgetRowsProps {
  readonly id: string;
  readonly title: string;
  readonly widgets: readonly ActiveWidget[];
  readonly areUpcoming?: boolean;
}

function WidgetRows({ id, title, widgets, areUpcoming = false }: WidgetRowsProps) {
  if (widgets.length === 0) return null;
  return (
    <ListSection id={id} level={2} title={title}>
      {widgets.map((active) => (
        <WidgetRow key={active.widget.id} active={active} isUpcoming={areUpcoming} />
      ))}
    </ListSection>
  );
}
