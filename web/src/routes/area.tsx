import { pageComponent } from './pageComponent.tsx';

/** The page of an area. Its code and the texts of the dock are separate chunks. */
export const AreaPage = pageComponent(() => import('./areaView.tsx'), ['dock']);

/** Starts to download the area's code while the venue is loading; a failure is reported when the page is opened. */
export const preloadAreaView = (): void => void AreaPage.preload().catch(() => undefined);
