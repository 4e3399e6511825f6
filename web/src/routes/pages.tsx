import { useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { MandatoryPageKind } from '../features/mandatoryPage/MandatoryPage.tsx';
import { pageComponent } from './pageComponent.tsx';
import { watchDoors } from './polling.ts';

export const WorkInProgressPage = pageComponent(async () => {
  const { WorkInProgress } = await import('../features/workInProgress/WorkInProgress.tsx');
  return { default: () => <WorkInProgress watchDoors={watchDoors} /> };
});

const mandatoryPage = (kind: MandatoryPageKind) =>
  pageComponent(async (): Promise<{ default: ComponentType }> => {
    const { MandatoryPage } = await import('../features/mandatoryPage/MandatoryPage.tsx');
    return {
      default: function Mandatory() {
        const { architectureId = '' } = useParams({ strict: false });
        return <MandatoryPage key={kind} kind={kind} architectureId={architectureId} />;
      },
    };
  });

export const ImprintPage = mandatoryPage('imprint');
export const PrivacyPolicyPage = mandatoryPage('privacyPolicy');
