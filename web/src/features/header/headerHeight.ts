import { headerHeight, headerHeightProminent } from '@foyer/contract/limits';

/** Pixels: prominent when presence is ready and there is room for it (HEAD-02). */
export const headerHeightFor = ({
  presenceReady,
  mobile,
}: {
  presenceReady: boolean;
  mobile: boolean;
}): number => (presenceReady && !mobile ? headerHeightProminent : headerHeight);
