import { MandatoryPage } from './MandatoryPage.tsx';

export default function ImprintPage() {
  return <MandatoryPage kind="imprint" />;
}
