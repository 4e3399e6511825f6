import type { CSSProperties, ReactNode } from 'react';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { useNumberFormat } from '../../platform/i18n/useNumberFormat.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { AreaLink } from '../../platform/navigation/AreaLink.tsx';
import { useHappeningText } from '../../platform/venue/useHappeningText.ts';
import type { FloorplanArea } from './useFloorplan.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly area: FloorplanArea;
  readonly className?: string;
  readonly style?: CSSProperties;
  /** Called when a link to another area is followed. */
  readonly onNavigate?: ((areaId: string) => void) | undefined;
  readonly children: ReactNode;
}

/**
 * A link to an area. Its accessible name says where it leads, or that the area is the current one, and what is on there
 * and how many people are in it.
 */
export function FloorplanLink(props: Props) {
  const { area: shown, onNavigate, ...rest } = props;
  const { area, name, isCurrent, attendeeCount, happening } = shown;
  const { t } = useTexts();
  const { t: areaText } = useTranslation('area');
  const { language } = useLanguage();
  const number = useNumberFormat();
  const happeningText = useHappeningText();
  const parts = [
    isCurrent ? t('hereNamed', { name }) : areaText('goInNamed', { name }),
    happeningText(happening),
    attendeeCount > 0 ? t('attendees', { count: attendeeCount, number: number(attendeeCount) }) : '',
  ];
  return (
    <AreaLink
      areaId={area.id}
      aria-label={new Intl.ListFormat(language, { type: 'unit' }).format(parts.filter(Boolean))}
      aria-current={isCurrent ? 'location' : undefined}
      onClick={() => !isCurrent && onNavigate?.(area.id)}
      {...rest}
    />
  );
}
