import question from '@phosphor-icons/core/regular/question.svg?raw';
import { findWidgetManifest } from '@foyer/contract/widget';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import type { ActiveWidget } from '../../widgets/registry/activeWidgets.ts';
import { entryOf } from '../../widgets/registry/registry.ts';
import { useWidgetName } from '../../widgets/registry/useWidgetName.ts';
import { hasNoLink } from '../../widgets/host/newTabLink.ts';
import { WidgetTrigger } from '../../widgets/host/WidgetTrigger.tsx';
import { TextRow, actionClass } from './TextRow.tsx';
import { useWidgetLine } from './useWidgetLine.ts';

interface Props {
  readonly active: ActiveWidget;
  readonly name?: string;
  /** The row only says when the widget opens. */
  readonly isUpcoming?: boolean;
}

export function WidgetRow({ active, name: ownName, isUpcoming = false }: Props) {
  const { t } = useTranslation('widgets');
  const nameOf = useWidgetName();
  const { widget } = active;
  const name = ownName ?? nameOf(widget);
  const line = useWidgetLine(active, name);
  const isReady = active.opensAt === undefined && !hasNoLink(active);
  const verbText = t(`verbs.${(isReady && findWidgetManifest(widget.type)?.verb) || 'open'}`);
  return (
    <TextRow
      icon={entryOf(widget.type)?.icon ?? question}
      name={name}
      {...(line !== '' && { subtitle: line })}
      action={
        !isUpcoming && (
          <WidgetTrigger
            active={active}
            label={t('verbAndName', { verb: verbText, name })}
            className={actionClass(false)}
          >
            {verbText}
          </WidgetTrigger>
        )
      }
    />
  );
}
