import { useLocalizedEntry } from '../../platform/i18n/useLanguage.ts';
import { RichText } from '../../platform/richText/RichText.tsx';
import type { WidgetProps } from '../registry/widgetProps.ts';

/** An opened notice with its whole text. Its title is that of the panel. */
export default function TextNotificationWidget({
  configuration: { texts },
}: WidgetProps<'TextNotificationWidget'>) {
  const entry = useLocalizedEntry();
  return (
    <div className="px-6 pb-7">
      <RichText html={entry(texts)?.text ?? ''} />
    </div>
  );
}
