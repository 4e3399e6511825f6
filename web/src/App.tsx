/** Everything that is there once, whatever page shows and even while none does: language, ribbon, spinner, notices. */
import { CSPProvider } from '@base-ui/react/csp-provider';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect, useState } from 'react';
import { ErrorDialog } from './features/errors/ErrorDialog.tsx';
import { GuardSpinner } from './features/errors/GuardSpinner.tsx';
import { PageFailure } from './features/errors/PageFailure.tsx';
import { useLanguage } from './platform/i18n/useLanguage.ts';
import type { PageError } from './platform/venue/pageError.ts';
import { Banners } from './extensions/Banners.tsx';
import { router } from './routes/router.tsx';
import { WaitingPage } from './routes/waitingPage.tsx';
import { Snackbars } from './ui/Snackbars.tsx';

export interface AppProps {
  /** What is wrong with the UI config, if anything is. */
  readonly fault: PageError | undefined;
  /** Loads the UI config again. */
  readonly reload: () => Promise<PageError | undefined>;
}

/** The first page is rendered when its guards and its code are there: a Suspense fallback would stay for 300 ms. */
function FirstPage() {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    // The router's own component, which follows the address, is not rendered yet: a guard may lead elsewhere.
    const unfollow = router.history.subscribe(() => void router.load());
    void router.load().finally(() => {
      unfollow();
      setLoaded(true);
    });
  }, []);
  return isLoaded ? <RouterProvider router={router} /> : <WaitingPage />;
}

function Started({ fault, reload }: AppProps) {
  const { direction } = useLanguage();
  const [current, setCurrent] = useState(fault);
  const retry = async () => setCurrent(await reload());
  return (
    <DirectionProvider direction={direction}>
      {current ? (
        <main>
          <PageFailure fault={current} onRetry={retry} />
        </main>
      ) : (
        <FirstPage />
      )}
      <Banners />
      <GuardSpinner />
      <Snackbars />
      <ErrorDialog />
    </DirectionProvider>
  );
}

export function App(props: AppProps) {
  return (
    <StrictMode>
      <CSPProvider disableStyleElements>
        <Started {...props} />
      </CSPProvider>
    </StrictMode>
  );
}
