import { headerHeight, headerHeightProminent } from '@foyer/contract/limits';

/** Pixels, the height of `StageRibbon` on a phone. */
export const stageRibbonHeight = 28;

/** Pixels: prominent when presence is ready and there is room for it (HEAD-02). */
export const headerHeightFor = ({
  presenceReady,
  mobile,
}: {
  presenceReady: boolean;
  mobile: boolean;
}): number => (presenceReady && !mobile ? headerHeightProminent : headerHeight);
