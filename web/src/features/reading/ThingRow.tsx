import question from '@phosphor-icons/core/regular/question.svg?raw';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import type { ActiveWidget } from '../../widgets/activeWidgets.ts';
import { entryOf, isRegistered } from '../../widgets/registry.ts';
import { useWidgetName } from '../../widgets/useWidgetName.ts';
import { WidgetTrigger } from '../../widgets/WidgetTrigger.tsx';
import { ReadingRow, verb } from './ReadingRow.tsx';

interface Props {
  readonly active: ActiveWidget;
  readonly name?: string;
}

export function ThingRow({ active, name: given }: Props) {
  const { t } = useTranslation('widgets');
  const nameOf = useWidgetName();
  const { widget } = active;
  const entry = entryOf(widget.type);
  const name = given ?? nameOf(widget);
  const kind = isRegistered(widget.type) ? t(`types.${widget.type}`) : undefined;
  const verbText = t(`verbs.${entry?.verb ?? 'open'}`);
  return (
    <ReadingRow
      icon={entry?.icon ?? question}
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
