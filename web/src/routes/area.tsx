import { pageComponent } from './pageComponent.tsx';

/** An area: everything in it is one chunk of its own, after the frame. */
export const AreaPage = pageComponent(() => import('./areaView.tsx'));

/** Begins to fetch the area's code while the venue is still loading; a failure shows when it is needed. */
export const preloadAreaView = (): void => void AreaPage.preload().catch(() => undefined);
