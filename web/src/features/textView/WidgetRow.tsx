import question from '@phosphor-icons/core/regular/question.svg?raw';
import { findWidgetManifest } from '@foyer/contract/widget';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import type { ActiveWidget } from '../../widgets/registry/activeWidgets.ts';
import { entryOf } from '../../widgets/registry/registry.ts';
import { useWidgetName, useWidgetTypeName } from '../../widgets/registry/useWidgetName.ts';
import { WidgetTrigger } from '../../widgets/host/WidgetTrigger.tsx';
import { TextRow, actionClass } from './TextRow.tsx';

interface Props {
  readonly active: ActiveWidget;
  readonly name?: string;
}

export function WidgetRow({ active, name: ownName }: Props) {
  const { t } = useTranslation('widgets');
  const nameOf = useWidgetName();
  const typeName = useWidgetTypeName();
  const { widget } = active;
  const name = ownName ?? nameOf(widget);
  const type = typeName(widget.type);
  const verbText = t(`verbs.${findWidgetManifest(widget.type)?.verb ?? 'open'}`);
  return (
    <TextRow
      icon={entryOf(widget.type)?.icon ?? question}
      name={name}
      {...(type !== undefined && type !== name && { subtitle: type })}
      action={
        <WidgetTrigger
          active={active}
          label={t('verbAndName', { verb: verbText, name })}
          className={actionClass(false)}
        >
          {verbText}
        </WidgetTrigger>
      }
    />
  );
}
