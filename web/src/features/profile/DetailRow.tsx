/** Rows with details of a profile. */
import copyIcon from '@phosphor-icons/core/regular/copy-simple.svg?raw';
import { isProfileLink } from '@foyer/contract';
import { useState, type ReactNode } from 'react';
import { copyText } from '../../platform/copyText.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { shortUrl } from './profileTexts.ts';

export interface DetailRowProps {
  readonly svg: string;
  readonly label: string;
  readonly children: ReactNode;
  /** An element at the end of the row. */
  readonly action?: ReactNode;
}

export function DetailRow({ svg, label, children, action }: DetailRowProps) {
  return (
    <div className={`relative flex min-h-14 flex-col justify-center py-1.5 ps-9 ${action ? 'pe-12' : ''}`}>
      <dt className="text-caption text-ink-2">
        <Icon svg={svg} size={22} className="absolute inset-s-0 top-1/2 -translate-y-1/2" />
        {label}
      </dt>
      <dd className="text-body [overflow-wrap:anywhere]">
        {children}
        {action && (
          <span className="absolute inset-e-0 top-1/2 flex -translate-y-1/2 items-center gap-2">
            {action}
          </span>
        )}
      </dd>
    </div>
  );
}

/**
 * A link from another user's profile: opened in a new tab without access to this one, and only if it is an http(s)
 * URL.
 */
export function ExternalLink({ url }: { readonly url: string }) {
  const { t } = useTranslation('profile');
  const short = shortUrl(url);
  if (!isProfileLink(url)) return <bdi>{url}</bdi>;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      aria-label={t('opensInTab', { address: short })}
      className="rounded-mark underline decoration-ink/30 underline-offset-4 hover:decoration-ink"
    >
      <bdi>{short}</bdi>
    </a>
  );
}

/** Copies an email and shows the result. */
export function CopyButton({ text }: { readonly text: string }) {
  const { t } = useTranslation('profile');
  const [copyResult, setCopyResult] = useState<'copied' | 'notCopied'>();
  return (
    <>
      <span role="status" className="text-caption text-ink-2">
        {copyResult && t(copyResult)}
      </span>
      <IconButton
        svg={copyIcon}
        label={t('copyEmail')}
        onClick={() => void copyText(text).then((isDone) => setCopyResult(isDone ? 'copied' : 'notCopied'))}
      />
    </>
  );
}
