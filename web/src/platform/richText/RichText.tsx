import { useTranslation } from '../i18n/useTranslation.ts';
import { lazyOptional } from '../loading/lazyOptional.tsx';

function RichTextFailed() {
  const { t } = useTranslation();
  return <p role="note">{t('notDownloaded.failed')}</p>;
}

/** Rich text of the venue, or a message if it is invalid. The first one downloads the sanitizer; until then there is no text. */
export const RichText = lazyOptional(() => import('./SanitizedText.tsx'), [], RichTextFailed);
