import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { doorIcon } from '../../platform/icons/doorIcon.ts';
import { AreaLink } from '../../platform/navigation/AreaLink.tsx';
import type { DoorHappening, OutlineDoor } from './outline.ts';
import { ReadingRow, verb } from './ReadingRow.tsx';

export function DoorRow({ door }: { readonly door: OutlineDoor }) {
  const { t } = useTranslation('widgets');
  const { name, subtitle: line, happening, isHighlighted: beckons, targetAreaId, targetViewpointId } = door;
  return (
    <ReadingRow
      icon={doorIcon(targetAreaId)}
      name={name}
      line={happening || line !== '' ? <DoorLine happening={happening} line={line} /> : undefined}
      action={
        <AreaLink
          areaId={targetAreaId}
          viewpointId={targetViewpointId}
          view="reading"
          aria-label={t('verbAndName', { verb: t('verbs.goIn'), name })}
          className={verb(beckons)}
        >
          {t('verbs.goIn')}
        </AreaLink>
      }
    />
  );
}

interface DoorLineProps {
  readonly happening: DoorHappening | undefined;
  readonly line: string;
}

/** What goes on behind it comes before what it is. */
function DoorLine({ happening, line }: DoorLineProps) {
  const { t } = useTranslation('widgets');
  const { language } = useLanguage();
  const time = (at: number): string =>
    new Intl.DateTimeFormat([language, 'en'], { hour: '2-digit', minute: '2-digit' }).format(at);
  const now = happening && happening.kind !== 'next';
  return (
    <>
      {happening && (
        <span className={now ? 'text-ink font-strong' : 'text-ink'}>
          {now && <span aria-hidden className="bg-brand me-1.5 inline-block size-2 rounded-full" />}
          {happening.kind === 'next'
            ? t('reading.next', { time: time(happening.at) })
            : t(`reading.${happening.kind}`)}
          {line !== '' && <span aria-hidden> · </span>}
        </span>
      )}
      <bdi>{line}</bdi>
    </>
  );
}
