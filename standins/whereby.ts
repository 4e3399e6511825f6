/// <reference lib="dom" />
/**
 * Whereby's rooms: a page whose buttons send the messages of the real one. The query is in the requests that `outside.ts`
 * records.
 */
import type { OutsidePage } from './vimeo.ts';

/** The messages that the buttons of a room send. */
const messages = {
  Join: { type: 'join' },
  Leave: { type: 'leave', payload: { removed: false } },
  'Be removed': { type: 'leave', payload: { removed: true } },
  'End meeting': { type: 'meeting_end' },
  'Lose connection': { type: 'connection_status_change', payload: { status: 'unstable' } },
  'Regain connection': { type: 'connection_status_change', payload: { status: 'stable' } },
  'Deny devices': { type: 'deny_device_permission', payload: { denied: true } },
  'Grant devices': { type: 'grant_device_permission', payload: { granted: true } },
} as const;

/** Responds as a subdomain of whereby.com. */
export const wherebyPage = (url: URL): OutsidePage => ({ status: 200, html: roomPage(url) });

/** Runs in the room. Its source text is sent to the browser, so it uses nothing of its module. */
function runRoom(all: Readonly<Record<string, { readonly type: string }>>): void {
  const parameters = new URLSearchParams(location.search);
  const send = (message: unknown): void => {
    // Without this parameter a room sends nothing.
    if (parameters.get('jsApi') === 'true') parent.postMessage(message, '*');
  };
  const status = document.querySelector('p') as HTMLElement;
  for (const button of document.querySelectorAll('button'))
    button.addEventListener('click', () => {
      const message = all[button.textContent];
      if (message?.type === 'join') status.textContent = 'In the meeting';
      send(message);
    });
  const name = document.querySelector('h1') as HTMLElement;
  name.textContent = parameters.get('displayName') ?? 'Enter your name';
  send({ type: 'ready' });
}

const roomPage = ({ hostname, pathname }: URL): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${hostname}${encodeURI(pathname)}</title><style>
html,body{height:100%;margin:0;background:#151b2c;color:#fff;font:16px/1.5 system-ui,sans-serif}
body{display:grid;grid-template-rows:1fr auto;text-align:center}
main{display:grid;align-content:center;justify-items:center;min-width:0}h1{max-width:90vw;overflow-wrap:anywhere}
nav{display:flex;flex-wrap:wrap;justify-content:center;gap:.5rem;padding:1rem}
button{min-height:2.75rem;padding:0 1rem;border:0;border-radius:.75rem;background:#2f3a57;color:inherit;font:inherit;cursor:pointer}
</style></head><body><main><h1></h1><p>Waiting room</p></main>
<nav>${Object.keys(messages)
  .map((name) => `<button>${name}</button>`)
  .join('')}</nav>
<script>(${runRoom.toString()})(${JSON.stringify(messages)})</script></body></html>`;
