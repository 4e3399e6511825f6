import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { MandatoryPageKind } from '../features/mandatoryPage/MandatoryPage.tsx';
import { watchDoors } from './polling.ts';

const MandatoryPage = lazy(async () => ({
  default: (await import('../features/mandatoryPage/MandatoryPage.tsx')).MandatoryPage,
}));
const WorkInProgress = lazy(async () => ({
  default: (await import('../features/workInProgress/WorkInProgress.tsx')).WorkInProgress,
}));

export const WorkInProgressPage = () => (
  <Suspense fallback={null}>
    <WorkInProgress watchDoors={watchDoors} />
  </Suspense>
);

function Mandatory({ kind }: { readonly kind: MandatoryPageKind }) {
  const { architectureId = '' } = useParams({ strict: false });
  return (
    <Suspense fallback={null}>
      <MandatoryPage key={kind} kind={kind} architectureId={architectureId} />
    </Suspense>
  );
}

export const ImprintPage = () => <Mandatory kind="imprint" />;
export const PrivacyPolicyPage = () => <Mandatory kind="privacyPolicy" />;
