/**
 * The hosts outside of the venue, as one TLS server under their own names, so that content security policies, framing
 * headers and referrers are real. A browser that is started with `outsideFlags` reaches no other host.
 */
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertifiedKey } from './certificate.ts';
import { closeServer } from './close.ts';
import { mentimeterPage } from './mentimeter.ts';
import { miroPage } from './miro.ts';
import { page } from './people.ts';
import { meetingPage } from './refusing.ts';
import { superEventPage } from './superevent.ts';
import { vimeoPage, type OutsidePage } from './vimeo.ts';
import { wherebyPage } from './whereby.ts';

export interface OutsideRequest {
  readonly host: string;
  /** With the query. */
  readonly path: string;
  readonly referrer?: string | undefined;
}

export interface OutsideStandIn {
  readonly port: number;
  /** All requests since the last reset. Component tests fetch them from https://requests.example.org/. */
  readonly requests: readonly OutsideRequest[];
  reset(): void;
  stop(): Promise<void>;
}

/** The options of a Chromium that finds all hosts but its own machine at the stand-in. Calls need the `.local` names. */
export const outsideFlags = (port: number): readonly string[] => [
  `--host-resolver-rules=MAP * 127.0.0.1:${port}, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE *.local`,
  '--ignore-certificate-errors',
];

/** Does not keep its process running. `port` 0: a free port. */
export async function startOutside(port = 0): Promise<OutsideStandIn> {
  const requests: OutsideRequest[] = [];
  const { privateKey, certificate } = makeCertifiedKey('outside');
  const server = createServer({ key: privateKey, cert: certificate }, (request, response) => {
    const { host = '', referer: referrer } = request.headers;
    const url = new URL(request.url ?? '/', `https://${host}`);
    if (host === 'requests.example.org') {
      response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'application/json' });
      response.end(JSON.stringify(requests));
      return;
    }
    requests.push({ host, path: request.url ?? '/', referrer });
    const answer = respond(url);
    if (answer === 'hold') return;
    if (answer === 'drop') response.destroy();
    else
      response
        .writeHead(answer.status, { 'content-type': 'text/html; charset=utf-8', ...answer.headers })
        .end(answer.html);
  });
  server.listen(port, '127.0.0.1').unref();
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    reset: () => void requests.splice(0),
    stop: () => closeServer(server),
  };
}

/** `drop`: the connection is closed. `hold`: no answer. */
function respond(url: URL): OutsidePage | 'drop' | 'hold' {
  if (url.host.endsWith('.whereby.com')) return wherebyPage(url);
  switch (url.host) {
    case 'player.vimeo.com':
    case 'vimeo.com':
    case 'www.vimeo.com':
      return vimeoPage(url);
    case 'miro.com':
      return miroPage(url);
    case 'www.mentimeter.com':
      return mentimeterPage(url);
    case 'walls.superevent.com':
      return superEventPage(url);
    case 'programme.example.org':
    // The page in the demo's expo hall.
    case 'en.wikipedia.org':
    case 'de.wikipedia.org':
      return { status: 200, html: page('Programme', programme) };
    case 'refusing.example.org':
      return { status: 200, headers: { 'x-frame-options': 'DENY' }, html: page('Refusing', '') };
    case 'redirecting.example.org':
      return {
        status: 302,
        headers: { location: `https://programme.example.org${url.pathname}` },
        html: '',
      };
    case 'hostile.example.org':
      return { status: 200, html: page('Hostile', url.pathname === '/tab' ? hostileTab : hostile) };
    case 'dropping.example.org':
      return 'drop';
    default:
      return meetingPage(url) ?? { status: 404, html: page('Unknown host', '') };
  }
}

const programme = `<ul><li>18:00 Doors open</li><li>19:00 The first film</li><li>21:00 Meet the makers</li></ul>
<button>A button of the programme</button>`;

/**
 * Tries to navigate the pages around it, at once and at a click anywhere, and notifies the page around it when it cannot.
 * The click also opens a tab, which a page in a frame may do.
 */
const hostile = `<button style="position: fixed; inset: 0; width: 100%">Take over</button><script>
const target = 'https://programme.example.org/taken-over';
function report(result) { parent.postMessage(result, '*'); }
function takeOver() {
  try { top.location.href = target; } catch { report('top blocked'); }
  try { parent.location.href = target; } catch { report('parent blocked'); }
  if (!window.open(target, '_top')) report('_top blocked');
}
document.querySelector('button').addEventListener('click', () => {
  takeOver();
  window.open('/tab');
});
takeOver();
</script>`;

/** The tab that the hostile page opens. Tries to navigate the page around its opener, and closes. */
const hostileTab = `<script>
try { opener.top.location.href = 'https://programme.example.org/taken-over'; } catch { opener.report('tab blocked'); }
window.close();
</script>`;
