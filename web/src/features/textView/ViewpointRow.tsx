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
  const { t } = useTranslation('textView');
  const { t: widgetText } = useTranslation('widgets');
  return (
    <TextRow
      icon={binoculars}
      name={t('viewpoint')}
      action={
        <AreaLink
          areaId={areaId}
          viewpointId={viewpointId}
          view="picture"
          aria-label={widgetText('verbAndName', { verb: widgetText('verbs.lookFromHere'), name })}
          className={actionClass(false)}
        >
          {widgetText('verbs.look')}
        </AreaLink>
      }
    />
  );
}
