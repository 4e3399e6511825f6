/** What is known of a person, a row for each. */
import copyIcon from '@phosphor-icons/core/regular/copy-simple.svg?raw';
import { isProfileLink } from '@foyer/contract';
import { useState, type ReactNode } from 'react';
import { copyText } from '../../platform/copyText.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { shortAddress } from './profileWords.ts';

export interface FactProps {
  readonly svg: string;
  readonly label: string;
  readonly children: ReactNode;
  /** At the end of the row. */
  readonly action?: ReactNode;
}

export function Fact({ svg, label, children, action }: FactProps) {
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

/** A link that somebody else wrote: opened in a tab that knows nothing of this one, and only where it leads to the web. */
export function OutsideLink({ address }: { readonly address: string }) {
  const { t } = useTranslation('profile');
  const short = shortAddress(address);
  if (!isProfileLink(address)) return <bdi>{address}</bdi>;
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      aria-label={t('opensInTab', { address: short })}
      className="rounded-mark underline decoration-ink/30 underline-offset-4 hover:decoration-ink"
    >
      <bdi>{short}</bdi>
    </a>
  );
}

/** Copies an email; says so in place. */
export function CopyButton({ text }: { readonly text: string }) {
  const { t } = useTranslation('profile');
  const [told, setTold] = useState<'copied' | 'notCopied'>();
  return (
    <>
      <span role="status" className="text-caption text-ink-2">
        {told && t(told)}
      </span>
      <IconButton
        svg={copyIcon}
        label={t('copyEmail')}
        onClick={() => void copyText(text).then((isDone) => setTold(isDone ? 'copied' : 'notCopied'))}
      />
    </>
  );
}
