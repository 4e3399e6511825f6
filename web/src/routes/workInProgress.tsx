import { pageComponent } from './pageComponent.tsx';
import { pollWhileUnpublished } from './polling.ts';

export const WorkInProgressPage = pageComponent(async () => {
  const { WorkInProgress } = await import('../features/workInProgress/WorkInProgress.tsx');
  return { default: () => <WorkInProgress pollWhileUnpublished={pollWhileUnpublished} /> };
});
