import { useMemo } from 'react';
import { useTranslation } from '../i18n/useTranslation.ts';
import { sanitizeRichText } from './sanitize.ts';

export interface RichTextProps {
  readonly html: string;
  readonly className?: string;
}

export default function SanitizedText({ html, className = '' }: RichTextProps) {
  const { t } = useTranslation();
  const clean = useMemo(() => sanitizeRichText(html), [html]);
  if (clean === undefined) return <p role="note">{t('richText.invalid')}</p>;
  return <div dir="auto" className={`rich-text ${className}`} dangerouslySetInnerHTML={{ __html: clean }} />;
}
