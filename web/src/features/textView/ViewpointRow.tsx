import binoculars from '@phosphor-icons/core/regular/binoculars.svg?raw';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { AreaLink } from '../../platform/navigation/AreaLink.tsx';
import { TextRow, actionClass } from './TextRow.tsx';

interface Props {
  readonly areaId: string;
  readonly viewpointId: string;
  readonly name: string;
}

/** A link from the text view to the picture at a viewpoint. */
export function ViewpointRow({ areaId, viewpointId, name }: Props) {
  const { t } = useTranslation('widgets');
  return (
    <TextRow
      icon={binoculars}
      name={t('textView.viewpoint')}
      action={
        <AreaLink
          areaId={areaId}
          viewpointId={viewpointId}
          view="picture"
          aria-label={t('verbAndName', { verb: t('verbs.lookFromHere'), name })}
          className={actionClass(false)}
        >
          {t('verbs.look')}
        </AreaLink>
      }
    />
  );
}
