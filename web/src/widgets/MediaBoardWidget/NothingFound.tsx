import magnifyingGlass from '@phosphor-icons/core/regular/magnifying-glass.svg?raw';
import { Button } from '../../ui/Button.tsx';
import { Statement } from '../../ui/Statement.tsx';
import type { Filter } from './board.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly filter: Filter;
  readonly onReset: () => void;
}

/** In place of the cards: a view without cards, or a search without a result. */
export function NothingFound({ filter, onReset }: Props) {
  const { t } = useTexts();
  const { view, kind, tag, typed } = filter;
  const hasWord = typed.trim() !== '';
  const isOnlyView = kind === undefined && tag === undefined && !hasWord;
  const texts = {
    liked: { title: t('noneLiked'), text: t('noneLikedText') },
    topRated: { title: t('noneTopRated'), text: t('noneTopRatedText') },
  };
  const { title, text } =
    isOnlyView && (view === 'liked' || view === 'topRated')
      ? texts[view]
      : { title: t(hasWord ? 'none' : 'noneFiltered'), text: t(hasWord ? 'noneText' : 'noneFilteredText') };
  return (
    <Statement
      svg={magnifyingGlass}
      level={3}
      title={title}
      text={text}
      action={<Button onClick={onReset}>{t('reset')}</Button>}
    />
  );
}
