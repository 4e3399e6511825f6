import { useLocalizedEntry } from '../../platform/i18n/useLanguage.ts';
import { RichText } from '../../platform/richText/RichText.tsx';
import type { WidgetProps } from '../registry/widgetProps.ts';

/**
 * An opened notice with its whole text. The title bar has the name of the widget; the title of the notice is above
 * the text.
 */
export default function TextNotificationWidget({
  configuration: { titles, texts },
}: WidgetProps<'TextNotificationWidget'>) {
  const entry = useLocalizedEntry();
  const title = entry(titles)?.text ?? '';
  return (
    <div className="px-6 pb-7">
      {title !== '' && (
        <h3 dir="auto" className="title-font text-section mb-3">
          {title}
        </h3>
      )}
      <RichText html={entry(texts)?.text ?? ''} />
    </div>
  );
}
