import binoculars from '@phosphor-icons/core/regular/binoculars.svg?raw';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { AreaLink } from '../../platform/navigation/AreaLink.tsx';
import { ReadingRow, verb } from './ReadingRow.tsx';

interface Props {
  readonly areaId: string;
  readonly viewpointId: string;
  readonly name: string;
}

/** The way from the text into the picture, at this place. */
export function ViewpointRow({ areaId, viewpointId, name }: Props) {
  const { t } = useTranslation('widgets');
  return (
    <ReadingRow
      icon={binoculars}
      name={t('reading.viewpoint')}
      action={
        <AreaLink
          areaId={areaId}
          viewpointId={viewpointId}
          view="picture"
          aria-label={t('verbAndName', { verb: t('verbs.lookFromHere'), name })}
          className={verb(false)}
        >
          {t('verbs.look')}
        </AreaLink>
      }
    />
  );
}
