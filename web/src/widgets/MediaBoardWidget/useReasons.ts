import type { Recommendation } from '@foyer/contract';
import { useMemo } from 'react';
import type { Card } from './board.ts';
import { useTexts } from './useTexts.ts';

/** Why cards are recommended, by their ids. */
export function useReasons(
  recommendations: readonly Recommendation[],
  byId: ReadonlyMap<string, Card>,
): ReadonlyMap<string, string> {
  const { t } = useTexts();
  return useMemo(() => {
    const reasonOf = ({ because }: Recommendation): string => {
      if (because.kind !== 'liked') return t(`because.${because.kind}`);
      const name = byId.get(because.contentPieceId)?.name;
      return name === undefined ? t('because.similar') : t('because.liked', { name });
    };
    return new Map(recommendations.map((each) => [each.contentPieceId, reasonOf(each)]));
  }, [recommendations, byId, t]);
}
