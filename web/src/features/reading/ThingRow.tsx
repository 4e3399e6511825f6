import question from '@phosphor-icons/core/regular/question.svg?raw';
import { findWidgetManifest } from '@foyer/contract/widget';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import type { ActiveWidget } from '../../widgets/activeWidgets.ts';
import { entryOf } from '../../widgets/registry.ts';
import { useWidgetName, useWidgetTypeName } from '../../widgets/useWidgetName.ts';
import { WidgetTrigger } from '../../widgets/WidgetTrigger.tsx';
import { ReadingRow, verb } from './ReadingRow.tsx';

interface Props {
  readonly active: ActiveWidget;
  readonly name?: string;
}

export function ThingRow({ active, name: given }: Props) {
  const { t } = useTranslation('widgets');
  const nameOf = useWidgetName();
  const typeName = useWidgetTypeName();
  const { widget } = active;
  const name = given ?? nameOf(widget);
  const kind = typeName(widget.type);
  const verbText = t(`verbs.${findWidgetManifest(widget.type)?.verb ?? 'open'}`);
  return (
    <ReadingRow
      icon={entryOf(widget.type)?.icon ?? question}
      name={name}
      {...(kind !== undefined && kind !== name && { line: kind })}
      action={
        <WidgetTrigger
          active={active}
          label={t('verbAndName', { verb: verbText, name })}
          className={verb(false)}
        >
          {verbText}
        </WidgetTrigger>
      }
    />
  );
}
