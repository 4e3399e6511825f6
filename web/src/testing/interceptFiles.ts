/** Intercepts the requests of component tests that the fake server does not handle. */
import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

/** A request of the page that waits for a decision. */
interface PausedRequest {
  readonly requestId: string;
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  /** `Image`, `Fetch`, `XHR`, `Media`, `Script`. */
  readonly resourceType: string;
}

interface Devtools {
  send(method: string, parameters?: object): Promise<unknown>;
  on(event: string, listener: (paused: PausedRequest) => void): void;
  off(event: string, listener: (paused: PausedRequest) => void): void;
}

/** The real response, a network error, or this response. */
type FileResponse =
  | 'real'
  | 'lost'
  | {
      readonly status: number;
      readonly type?: string;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    };

/**
 * Intercepts requests whose URL matches a pattern of the DevTools protocol (`*` is any text): pictures, videos and
 * scripts, which the fake server does not handle. Ends with the test.
 */
export async function interceptFiles(
  urlPattern: string,
  decide: (paused: PausedRequest) => FileResponse | Promise<FileResponse>,
): Promise<void> {
  const session = cdp() as unknown as Devtools;
  const listener = (paused: PausedRequest): void => {
    const { requestId } = paused;
    const respond = async (): Promise<unknown> => {
      const decision = await decide(paused);
      if (decision === 'real') return session.send('Fetch.continueRequest', { requestId });
      if (decision === 'lost')
        return session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionFailed' });
      const { status, type = 'application/json', body = '{}', headers = {} } = decision;
      return session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: status,
        responseHeaders: Object.entries({ 'content-type': type, ...headers }).map(([name, value]) => ({
          name,
          value,
        })),
        body: btoa(body),
      });
    };
    // A page that was closed meanwhile does not wait for a response.
    respond().catch(() => undefined);
  };
  session.on('Fetch.requestPaused', listener);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Fetch.enable', { patterns: [{ urlPattern }] });
  onTestFinished(async () => {
    session.off('Fetch.requestPaused', listener);
    await session.send('Fetch.disable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: false });
  });
}
