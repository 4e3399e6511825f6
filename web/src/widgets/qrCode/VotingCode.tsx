import copyIcon from '@phosphor-icons/core/regular/copy.svg?raw';
import { useState } from 'react';
import { copyText } from '../../platform/copyText.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './qrCode.module.css';
import { useTexts } from './useTexts.ts';
import { votingCodeGroups } from './votingCodeGroups.ts';

interface Props {
  readonly code: string;
  readonly canCopy: boolean;
}

/** A code to be entered on the page of the QR code. */
export function VotingCode({ code, canCopy }: Props) {
  const { t } = useTexts();
  const [copyResult, setCopyResult] = useState<'copied' | 'notCopied'>();
  const copy = (): void =>
    void copyText(code).then((isDone) => setCopyResult(isDone ? 'copied' : 'notCopied'));
  return (
    <div className={`${styles.row} relative`}>
      <p className={styles.hint}>{t('enterCode')}</p>
      <p className="flex max-w-full items-center justify-center gap-1">
        {/* As large as the button, so that the code is in the middle. */}
        {canCopy && <span className="w-10 shrink pointer-coarse:w-11 print:hidden" />}
        <bdi dir="ltr" className={styles.votingCode}>
          {votingCodeGroups(code)}
        </bdi>
        {canCopy && <IconButton svg={copyIcon} label={t('copyCode')} onClick={copy} />}
      </p>
      {canCopy && (
        // Over the gap below, so that nothing moves.
        <span
          role="status"
          className="absolute top-full -mt-1 text-center text-caption whitespace-nowrap text-ink-2"
        >
          {copyResult && t(copyResult)}
        </span>
      )}
    </div>
  );
}
