import { loginErrors } from '@foyer/contract';
import { useLocation, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LoginScreen } from '../../features/login/LoginScreen.tsx';
import { safeRedirect } from '../../platform/navigation/safeRedirect.ts';
import { followOtherTabs, loadSession } from '../../features/session/index.ts';
import { defaultArchitectureId, preloadVenueReader } from '../../platform/venue/loadVenue.ts';
import { whenIdle } from '../../platform/time/whenIdle.ts';
import { preloadAreaView } from '../area.tsx';
import { loginActions } from './loginActions.ts';

/** Downloads what a sign-in needs while the form is filled in; a failure is reported by the sign-in. */
function preloadSession(): void {
  loadSession().catch(() => undefined);
  whenIdle(() => {
    preloadVenueReader();
    preloadAreaView();
  });
}

/** Calls back once, at the first pointer or key event. */
function onFirstInput(callback: () => void): () => void {
  const controller = new AbortController();
  const once = () => {
    controller.abort();
    callback();
  };
  for (const type of ['pointerdown', 'keydown'] as const)
    addEventListener(type, once, { signal: controller.signal });
  return () => controller.abort();
}

/** The login page with the values of its URL: the page to open afterwards, and the error of an external login. */
export default function LoginView() {
  useEffect(followOtherTabs, []);
  useEffect(() => onFirstInput(preloadSession), []);
  // Selected one by one, because the history's state changes while a password manager fills in the fields.
  const redirect = useSearch({ strict: false, select: (search) => search.redirect });
  const loginError = useSearch({ strict: false, select: (search) => search.loginError });
  const href = useLocation({ select: (location) => location.href });
  return (
    <LoginScreen
      actions={loginActions}
      redirect={safeRedirect(redirect, defaultArchitectureId())}
      returnTo={href}
      loginError={loginErrors.find((code) => code === loginError)}
    />
  );
}
