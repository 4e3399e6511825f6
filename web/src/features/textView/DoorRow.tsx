import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { doorIcon } from '../../platform/icons/doorIcon.ts';
import { AreaLink } from '../../platform/navigation/AreaLink.tsx';
import type { DoorHappening, OutlineDoor } from './outline.ts';
import { useHappeningText } from '../../platform/venue/useHappeningText.ts';
import { TextRow, actionClass } from './TextRow.tsx';

export function DoorRow({ door }: { readonly door: OutlineDoor }) {
  const { t } = useTranslation('area');
  const { name, subtitle, happening, isHighlighted, targetAreaId, targetViewpointId } = door;
  return (
    <TextRow
      icon={doorIcon(targetAreaId)}
      name={name}
      subtitle={
        happening || subtitle !== '' ? (
          <DoorSubtitle happening={happening} description={subtitle} />
        ) : undefined
      }
      action={
        <AreaLink
          areaId={targetAreaId}
          viewpointId={targetViewpointId}
          view="text"
          aria-label={t('goInNamed', { name })}
          className={actionClass(isHighlighted)}
        >
          {t('goIn')}
        </AreaLink>
      }
    />
  );
}

interface DoorSubtitleProps {
  readonly happening: DoorHappening | undefined;
  readonly description: string;
}

/** The event behind the door comes before the description of the door. */
function DoorSubtitle({ happening, description }: DoorSubtitleProps) {
  const happeningText = useHappeningText();
  const isCurrent = happening && happening.kind !== 'next';
  return (
    <>
      {happening && (
        <span className={isCurrent ? 'text-ink font-strong' : 'text-ink'}>
          {isCurrent && <span aria-hidden className="bg-brand me-1.5 inline-block size-2 rounded-full" />}
          {happeningText(happening)}
          {description !== '' && <span aria-hidden> · </span>}
        </span>
      )}
      <bdi>{description}</bdi>
    </>
  );
}
