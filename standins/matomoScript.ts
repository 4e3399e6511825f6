/** The script of the stand-in for Matomo: the commands of `_paq` that Foyer uses. */

/** Runs in the page. Its source text is sent to the browser, so it uses nothing of its module. */
export function runMatomoScript(): void {
  type Command = readonly [name: string | ((this: object) => void), ...parameters: unknown[]];
  type Queue = { push(...commands: Command[]): void };
  // Declared here, because the types of the browser would also apply to the server's tests, which import the stand-in.
  const page = globalThis as unknown as {
    _paq?: readonly Command[] | Queue;
    Matomo?: object;
    readonly location: { readonly href: string };
    readonly document: { readonly title: string; readonly visibilityState: string; hasFocus(): boolean };
  };
  const { location, document } = page;
  const randomHex = (length: number) =>
    Array.from({ length }, () => Math.floor(Math.random() * 16).toString(16)).join('');
  let trackerUrl = '';
  let siteId = '';
  let visitorId = randomHex(16);
  let userId: string | undefined;
  let title: string | undefined;
  let url: string | undefined;
  let referrer: string | undefined;
  let pageViewId = randomHex(6);
  let once = '';
  let heartbeat: ReturnType<typeof setInterval> | undefined;

  const send = (parameters: Record<string, string>) => {
    const now = new Date();
    const query = new URLSearchParams({
      idsite: siteId,
      rec: '1',
      apiv: '1',
      rand: randomHex(8),
      url: url ?? location.href,
      ...(referrer ? { urlref: referrer } : {}),
      _id: visitorId,
      ...(userId === undefined ? {} : { uid: userId }),
      h: String(now.getHours()),
      m: String(now.getMinutes()),
      s: String(now.getSeconds()),
      pv_id: pageViewId,
      send_image: '0',
      ...parameters,
    });
    const appended = once === '' ? '' : `&${once}`;
    once = '';
    void fetch(`${trackerUrl}?${query.toString()}${appended}`, { mode: 'no-cors', keepalive: true }).catch(
      () => undefined,
    );
  };
  const tracker = {
    setTrackerUrl: (value: string) => void (trackerUrl = value),
    setSiteId: (value: string | number) => void (siteId = String(value)),
    setUserId: (value: string) => void (userId = value),
    resetUserId: () => void (userId = undefined),
    setCustomUrl: (value: string) => void (url = value),
    setDocumentTitle: (value: string) => void (title = value),
    setReferrerUrl: (value: string) => void (referrer = value),
    setVisitorId: (value: string) => void (visitorId = value),
    getVisitorId: () => visitorId,
    appendToTrackingUrl: (value: string) => void (once = value),
    trackPageView: (name?: string) => {
      pageViewId = randomHex(6);
      send({ action_name: name ?? title ?? document.title });
    },
    trackEvent: (category: string, action: string, name?: string, value?: number) =>
      send({
        e_c: category,
        e_a: action,
        ...(name === undefined ? {} : { e_n: name }),
        ...(value === undefined ? {} : { e_v: String(value) }),
        ca: '1',
      }),
    enableHeartBeatTimer: (seconds = 15) => {
      clearInterval(heartbeat);
      heartbeat = setInterval(() => {
        if (document.visibilityState === 'visible' && document.hasFocus()) send({ ping: '1' });
      }, seconds * 1_000);
    },
    disableHeartBeatTimer: () => clearInterval(heartbeat),
  };
  const methods = tracker as unknown as Readonly<Record<string, (...parameters: unknown[]) => unknown>>;
  const run = ([name, ...parameters]: Command) => {
    if (typeof name === 'function') name.call(tracker);
    // Commands without an effect here, such as disableCookies, are ignored.
    else methods[name]?.(...parameters);
  };
  const waiting = Array.isArray(page._paq) ? (page._paq as readonly Command[]) : [];
  page._paq = { push: (...commands) => commands.forEach(run) };
  page.Matomo = { getAsyncTracker: () => tracker, getTracker: () => tracker };
  waiting.forEach(run);
}
