/** Follows the calls while the user is signed in; downloads the interface at the first call, incoming or outgoing. */
import { lazyOptional } from '../../platform/loading/lazyOptional.tsx';
import { useEverTrue } from '../../platform/useEverTrue.ts';
import { useCalls } from './useCalls.ts';

const CallRoot = lazyOptional(() => import('./CallRoot.tsx'), ['call']);

export default function CallLoader() {
  const isWanted = useCalls(({ ringing, request }) => ringing.length > 0 || request !== null);
  return useEverTrue(isWanted) ? <CallRoot /> : null;
}
