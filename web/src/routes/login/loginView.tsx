import { loginErrors } from '@foyer/contract';
import { useLocation, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LoginScreen } from '../../features/login/LoginScreen.tsx';
import { safeRedirect } from '../../platform/navigation/safeRedirect.ts';
import { followOtherTabs, loadSession } from '../../platform/session/sessionLoader.ts';
import { defaultArchitectureId, preloadVenueReader } from '../../platform/venue/loadVenue.ts';
import { whenIdle } from '../../platform/time/whenIdle.ts';
import { preloadAreaView } from '../area.tsx';
import { signInWays } from './signInWays.ts';

/** Fetches what a sign-in needs while the form is filled in; a failure shows at the sign-in. */
function preloadSession(): void {
  loadSession().catch(() => undefined);
  whenIdle(() => {
    preloadVenueReader();
    preloadAreaView();
  });
}

/** Calls back at the first press or key. */
function onFirstInput(callback: () => void): () => void {
  const listening = new AbortController();
  const once = () => {
    listening.abort();
    callback();
  };
  for (const type of ['pointerdown', 'keydown'] as const)
    addEventListener(type, once, { signal: listening.signal });
  return () => listening.abort();
}

/** The login with what its address says: where to go afterwards, and what a company account came back with. */
export default function LoginView() {
  useEffect(followOtherTabs, []);
  useEffect(() => onFirstInput(preloadSession), []);
  // Drawn again for nothing else: the history's state changes while a password manager fills the fields.
  const redirect = useSearch({ strict: false, select: (search) => search.redirect });
  const loginError = useSearch({ strict: false, select: (search) => search.loginError });
  const href = useLocation({ select: (location) => location.href });
  return (
    <LoginScreen
      actions={signInWays}
      redirect={safeRedirect(redirect, defaultArchitectureId())}
      returnTo={href}
      loginError={loginErrors.find((known) => known === loginError)}
    />
  );
}
