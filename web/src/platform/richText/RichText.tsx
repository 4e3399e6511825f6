import { use, Suspense, useMemo } from 'react';
import { useTranslation } from '../i18n/useTranslation.ts';

export interface RichTextProps {
  readonly html: string;
  readonly className?: string;
}

type Sanitize = (html: string) => string | undefined;
let sanitizer: Promise<Sanitize> | undefined;

/** The sanitizer is downloaded with the first text; until then no text is shown. */
async function importSanitizer(): Promise<Sanitize> {
  try {
    return (await import('./sanitize.ts')).sanitizeRichText;
  } catch (error) {
    // The next text tries again.
    sanitizer = undefined;
    throw error;
  }
}

function loadSanitizer(): Promise<Sanitize> {
  sanitizer ??= importSanitizer();
  return sanitizer;
}

function Sanitized({ html, className = '' }: RichTextProps) {
  const { t } = useTranslation();
  const sanitize = use(loadSanitizer());
  const clean = useMemo(() => sanitize(html), [sanitize, html]);
  if (clean === undefined) return <p role="note">{t('richText.invalid')}</p>;
  return <div dir="auto" className={`rich-text ${className}`} dangerouslySetInnerHTML={{ __html: clean }} />;
}

/** Rich text of the venue, or a message if it is invalid. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={null}>
      <Sanitized {...props} />
    </Suspense>
  );
}
