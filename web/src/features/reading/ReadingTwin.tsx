import type { Area, ViewPoint } from '@foyer/contract';
import { useEffect, useMemo, useRef, useSyncExternalStore, type ReactNode, type RefObject } from 'react';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { useActiveWidgets, type ActiveWidget } from '../../widgets/activeWidgets.ts';
import { floorplanWidgets } from '../../widgets/floorplanWidgets.ts';
import { DoorRow } from './DoorRow.tsx';
import { outlineOf, type OutlineEntry, type OutlineSection } from './outline.ts';
import './reading.css';
import { ReadingBand } from './ReadingBand.tsx';
import { ReadingContents, type ContentsEntry } from './ReadingContents.tsx';
import { sectionId } from './sectionId.ts';
import { ThingRow } from './ThingRow.tsx';
import { ViewpointRow } from './ViewpointRow.tsx';

export interface ReadingTwinProps {
  readonly area: Area;
  /** What a viewpoint shows, in the keyboard order of the picture; the routes take it from there. */
  readonly entriesOf: (viewpoint: ViewPoint) => readonly OutlineEntry[];
  /** What the area has to say first, below its description. */
  readonly notices?: ReactNode;
}

/** An area as an outline: the same doors and widgets as in the picture, for whoever reads rather than looks. */
export function ReadingTwin({ area, entriesOf, notices }: ReadingTwinProps) {
  const { t } = useTranslation('widgets');
  const localized = useLocalized();
  const architecture = useVenue((state) => state.architecture);
  const sections = useMemo(() => outlineOf(area.viewPoints, entriesOf), [area, entriesOf]);
  const everywhere = useActiveWidgets(
    useMemo(() => (architecture ? floorplanWidgets(architecture) : []), [architecture]),
  );
  const unplaced = useActiveWidgets(
    useMemo(() => area.contentWidgets.filter(({ placements }) => placements.length === 0), [area]),
  );
  const heading = useArrival(area.id);
  const scrolled = useScrolled();
  const several = area.viewPoints.length > 1;
  const contents: ContentsEntry[] = [
    { id: 'welcome', label: t('reading.welcome') },
    ...sections.flatMap((section) => entriesIn(section, several, localized(section.viewpoint.names), t)),
    ...(unplaced.length > 0 ? [{ id: 'room', label: t('reading.alsoInRoom') }] : []),
    ...(everywhere.length > 0 ? [{ id: 'everywhere', label: t('reading.everywhere') }] : []),
  ];
  const isEmpty =
    sections.every(({ doors, things }) => doors.length + things.length === 0) && unplaced.length === 0;
  return (
    <article className="reading" data-scrolled={scrolled}>
      <ReadingBand area={area} />
      <div className="reading-columns">
        <ReadingContents key={area.id} entries={contents} />
        <div className="reading-text">
          <header id={sectionId('welcome')}>
            <h1 ref={heading} tabIndex={-1} className="flare text-page max-tablet:text-page-phone">
              {localized(area.names) || area.id}
            </h1>
            <Description text={localized(area.descriptions)} />
          </header>
          {notices}
          {sections.map((section) => (
            <ViewpointSection
              key={section.viewpoint.id}
              area={area}
              section={section}
              name={several ? localized(section.viewpoint.names) || section.viewpoint.id : undefined}
            />
          ))}
          {isEmpty && <p className="text-ink-2 mt-8">{t('reading.nothing')}</p>}
          <WidgetRows id="room" title={t('reading.alsoInRoom')} widgets={unplaced} />
          <WidgetRows id="everywhere" title={t('reading.everywhere')} widgets={everywhere} />
        </div>
      </div>
    </article>
  );
}

/** Coming into another area one begins at its top; the first page of a visit leaves the focus to the browser. */
function useArrival(areaId: string): RefObject<HTMLHeadingElement | null> {
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

const scrolledFrom = 96;

/** Whether text runs under the header by now. */
function useScrolled(): boolean {
  return useSyncExternalStore(
    (tell) => {
      window.addEventListener('scroll', tell, { passive: true });
      return () => window.removeEventListener('scroll', tell);
    },
    () => window.scrollY > scrolledFrom,
  );
}

/** No id of a viewpoint is that of another section. */
const viewpointId = ({ viewpoint }: OutlineSection): string => `viewpoint-${viewpoint.id}`;
const doorsId = ({ viewpoint }: OutlineSection): string => `doors-${viewpoint.id}`;
const thingsId = ({ viewpoint }: OutlineSection): string => `things-${viewpoint.id}`;

type Translate = (key: 'reading.doors' | 'reading.things') => string;

/** Where an area is seen from several places, each is one entry of the contents; else doors and things are. */
function entriesIn(section: OutlineSection, several: boolean, name: string, t: Translate): ContentsEntry[] {
  if (several) return [{ id: viewpointId(section), label: name || section.viewpoint.id }];
  return [
    ...(section.doors.length > 0 ? [{ id: doorsId(section), label: t('reading.doors') }] : []),
    ...(section.things.length > 0 ? [{ id: thingsId(section), label: t('reading.things') }] : []),
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
  /** Undefined where there is only one place to look from. */
  readonly name: string | undefined;
}

function ViewpointSection({ area, section, name }: ViewpointSectionProps) {
  const { t } = useTranslation('widgets');
  const { viewpoint, doors, things, repeats } = section;
  const id = viewpointId(section);
  const level = name === undefined ? 2 : 3;
  const lists = (
    <>
      {doors.length > 0 && (
        <Part id={doorsId(section)} level={level} title={t('reading.doors')}>
          {doors.map((door) => (
            <DoorRow key={door.id} door={door} />
          ))}
        </Part>
      )}
      {things.length > 0 && (
        <Part id={thingsId(section)} level={level} title={t('reading.things')}>
          {things.map((thing) => (
            <ThingRow key={thing.id} active={thing as ActiveWidget} name={thing.name} />
          ))}
        </Part>
      )}
    </>
  );
  if (name === undefined) return lists;
  return (
    <section id={sectionId(id)} aria-labelledby={`${sectionId(id)}-title`}>
      <h2 id={`${sectionId(id)}-title`} tabIndex={-1} dir="auto" className="reading-section flare">
        {name}
      </h2>
      {repeats && <p className="text-ink-2 mt-1">{t('reading.alsoHere')}</p>}
      {lists}
      <ul className="mt-2">
        <ViewpointRow areaId={area.id} viewpointId={viewpoint.id} name={name} />
      </ul>
    </section>
  );
}

interface PartProps {
  readonly id: string;
  readonly level: 2 | 3;
  readonly title: string;
  readonly children: ReactNode;
}

function Part({ id, level, title, children }: PartProps) {
  const Heading = `h${level}` as const;
  return (
    <section id={sectionId(id)} aria-labelledby={`${sectionId(id)}-title`}>
      <Heading
        id={`${sectionId(id)}-title`}
        tabIndex={-1}
        className={level === 2 ? 'reading-section flare' : 'reading-part'}
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
}

function WidgetRows({ id, title, widgets }: WidgetRowsProps) {
  if (widgets.length === 0) return null;
  return (
    <Part id={id} level={2} title={title}>
      {widgets.map((active) => (
        <ThingRow key={active.widget.id} active={active} />
      ))}
    </Part>
  );
}
