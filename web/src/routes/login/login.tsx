import { pageComponent } from '../pageComponent.tsx';

export const LoginPage = pageComponent(() => import('./loginView.tsx'));
