import { pageComponent } from './pageComponent.tsx';

export const WorkInProgressPage = pageComponent(
  () => import('../features/workInProgress/WorkInProgress.tsx'),
);
