/** The root component: language, router, and what is independent of pages: banners, spinner, snackbars, error dialog. */
import { CSPProvider } from '@base-ui/react/csp-provider';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { RouterProvider } from '@tanstack/react-router';
import { Fragment, StrictMode, useEffect, useState } from 'react';
import { ErrorDialog } from './features/errors/ErrorDialog.tsx';
import { GuardSpinner } from './features/errors/GuardSpinner.tsx';
import { PageFailure } from './features/errors/PageFailure.tsx';
import { useLanguage } from './platform/i18n/useLanguage.ts';
import type { PageError } from './platform/venue/pageError.ts';
import { Banners } from './extensions/Banners.tsx';
import { useLogin } from './features/session/index.ts';
import { useCurrentVisit } from './platform/visit/currentVisit.ts';
import { VisitProvider } from './platform/visit/VisitProvider.tsx';
import { router } from './routes/router.tsx';
import { WaitingPage } from './routes/waitingPage.tsx';
import { Snackbars } from './ui/Snackbars.tsx';
// Many visitors open a login page first: its style comes with the shell's, not in a request of its own.
import './features/login/login.module.css';

export interface AppProps {
  /** The error of the start, if it failed. */
  readonly error: PageError | undefined;
  /** Starts again. */
  readonly reload: () => Promise<PageError | undefined>;
}

/** As it is before the router's own component is rendered, which lets a navigation wait until it has rendered the result. */
const { startTransition } = router;

/**
 * Renders the first page of a visit when its guards have run and its code is loaded: a Suspense fallback would stay for 300 ms.
 * The guards wait until it is known who the user is.
 */
function FirstPage() {
  const [isLoaded, setLoaded] = useState(false);
  const isKnown = useLogin(({ phase }) => phase !== 'loggingIn');
  useEffect(() => {
    if (!isKnown || isLoaded) return;
    router.startTransition = startTransition;
    // The router's own component, which follows the URL, is not rendered yet, and a guard may redirect.
    const unsubscribe = router.history.subscribe(() => void router.load());
    void router.load().finally(() => {
      unsubscribe();
      setLoaded(true);
    });
  }, [isKnown, isLoaded]);
  return isLoaded ? <RouterProvider router={router} /> : <WaitingPage />;
}

function LocalizedApp({ error, reload }: AppProps) {
  const { direction } = useLanguage();
  const pageKey = useCurrentVisit((visits) => visits.pageKey);
  const [current, setCurrent] = useState(error);
  const [isRetrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    try {
      setCurrent(await reload());
    } finally {
      setRetrying(false);
    }
  };
  return (
    <DirectionProvider direction={direction}>
      <Fragment key={pageKey}>
        {current ? (
          <main>
            <PageFailure error={current} onRetry={() => void retry()} isRetrying={isRetrying} />
          </main>
        ) : (
          <FirstPage />
        )}
        <Banners />
        <GuardSpinner />
        <Snackbars />
        <ErrorDialog />
      </Fragment>
    </DirectionProvider>
  );
}

export function App(props: AppProps) {
  return (
    <StrictMode>
      <CSPProvider disableStyleElements>
        <VisitProvider>
          <LocalizedApp {...props} />
        </VisitProvider>
      </CSPProvider>
    </StrictMode>
  );
}
