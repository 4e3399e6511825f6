import { pageComponent } from './pageComponent.tsx';

/** The page of an area. Its code is a separate chunk. */
export const AreaPage = pageComponent(() => import('./areaView.tsx'));

/** Starts to download the area's code while the venue is loading; a failure is reported when the page is opened. */
export const preloadAreaView = (): void => void AreaPage.preload().catch(() => undefined);
