import { loginErrors } from '@foyer/contract';
import { useLocation, useSearch } from '@tanstack/react-router';
import { LoginScreen } from '../features/login/LoginScreen.tsx';
import { safeRedirect } from '../platform/navigation/safeRedirect.ts';
import { openArchitectureId } from '../platform/venue/loadVenue.ts';
import { signInWays } from './signInWays.ts';

/** The login with what its address says: where to go afterwards, and what a company account came back with. */
export default function LoginView() {
  // Drawn again for nothing else: the history's state changes while a password manager fills the fields.
  const redirect = useSearch({ strict: false, select: (search) => search.redirect });
  const loginError = useSearch({ strict: false, select: (search) => search.loginError });
  const href = useLocation({ select: (location) => location.href });
  return (
    <LoginScreen
      ways={signInWays}
      redirect={safeRedirect(redirect, openArchitectureId())}
      returnTo={href}
      loginError={loginErrors.find((known) => known === loginError)}
    />
  );
}
