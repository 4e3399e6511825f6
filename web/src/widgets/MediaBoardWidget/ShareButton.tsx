import checkIcon from '@phosphor-icons/core/bold/check-bold.svg?raw';
import shareIcon from '@phosphor-icons/core/regular/share-network.svg?raw';
import { useEffect, useState } from 'react';
import { copyText } from '../../platform/copyText.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useShowSnackbar } from '../../platform/snackbars.ts';
import { runAfter } from '../../platform/time/timers.ts';
import { Button } from '../../ui/Button.tsx';
import { useTexts } from './useTexts.ts';

/** How long the button says that it has copied, in milliseconds. */
const saidMs = 3_000;

/** The address of a card, without what else the URL of the page says, such as the view of the area. */
function addressOf(cardId: string): string {
  const url = new URL(location.href);
  const widget = url.searchParams.get('widget') ?? '';
  url.search = new URLSearchParams({ widget, card: cardId }).toString();
  url.hash = '';
  return url.href;
}

/** Copies the address of a card. */
export function ShareButton({ cardId }: { readonly cardId: string }) {
  const { t } = useTexts();
  const showSnackbar = useShowSnackbar();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => (isCopied ? runAfter(saidMs, () => setIsCopied(false)) : undefined), [isCopied]);
  const copy = async (): Promise<void> => {
    const isDone = await copyText(addressOf(cardId));
    setIsCopied(isDone);
    if (!isDone) showSnackbar(t('notCopied'), { tone: 'warning' });
  };
  return (
    <>
      <Button
        kind="quiet"
        icon={<Icon svg={isCopied ? checkIcon : shareIcon} size={20} />}
        onClick={() => void copy()}
      >
        {t(isCopied ? 'copied' : 'share')}
      </Button>
      <span role="status" className="sr-only">
        {isCopied && t('copied')}
      </span>
    </>
  );
}
