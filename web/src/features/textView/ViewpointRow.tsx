import binoculars from '@phosphor-icons/core/regular/binoculars.svg?raw';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { AreaLink } from '../../platform/navigation/AreaLink.tsx';
import { TextRow, actionClass } from './TextRow.tsx';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly areaId: string;
  readonly viewpointId: string;
  readonly name: string;
}

/** A link from the text view to the picture at a viewpoint. */
export function ViewpointRow({ areaId, viewpointId, name }: Props) {
  const { t } = useTexts();
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
