import { MandatoryPage } from './MandatoryPage.tsx';

export default function PrivacyPolicyPage() {
  return <MandatoryPage kind="privacyPolicy" />;
}
