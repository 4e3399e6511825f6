/** Small server-rendered pages without scripts. */
import { createHash } from 'node:crypto';
import type { ErrorResponse } from '@foyer/contract';
import type { HeaderKinds } from '#platform/http/headers';

const style = `
:root{color-scheme:dark}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;background:#000a33;color:#fff;
font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:min(34rem,100%);padding:2.25rem;border-radius:1.25rem;background:#0d1740;border:1px solid #ffffff24}
h1{margin:0 0 .75rem;font-size:1.6rem;line-height:1.25;text-wrap:balance}
p{margin:0 0 .9rem;color:#d5d9ee}
p:last-child{margin:0}
code{padding:.1rem .35rem;border-radius:.35rem;background:#ffffff14;font-size:.9em;overflow-wrap:anywhere}
a{color:#9db4ff}
button{font:inherit;font-weight:600;padding:.75rem 1.5rem;border:0;border-radius:999px;background:#e9093e;color:#fff;cursor:pointer}
button:focus-visible,a:focus-visible{outline:3px solid #fff;outline-offset:3px}
small{color:#a9b0d0}
`;
const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;

export interface PlainPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** `content` is trusted HTML: external text in it must be escaped with `escapeHtml`. */
export function plainPage(kinds: HeaderKinds, title: string, content: string): PlainPage {
  const html = `<!doctype html>
<html lang="en" dir="ltr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${content}
</main></body>
</html>
`;
  return {
    headers: {
      ...kinds.plainPage(styleHash),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    },
    body: Buffer.from(html),
  };
}

const titles: Partial<Record<ErrorResponse['code'], string>> = {
  unauthorized: 'The stage needs a link',
  notFound: 'Page not found',
  tooManyRequests: 'Too many requests',
  unavailable: 'Temporarily unavailable',
};

/** An error as an HTML page. */
export function errorPage(kinds: HeaderKinds, response: ErrorResponse): PlainPage {
  const more = response.code === 'unauthorized' ? howToStage : '';
  return plainPage(
    kinds,
    titles[response.code] ?? 'Something went wrong',
    `<p>${escapeHtml(response.errMsg)}</p>${more}<p><small>Request ${escapeHtml(response.requestId)}</small></p>`,
  );
}

const howToStage = `<p>The stage shows the venue before it is published. To get in, ask the administrator of this server for a stage link. They create one with</p>
<p><code>npm run foyer -- stage-link</code></p>
<p>The link works once; the stage then stays open for 12 hours in the browser that opened it.</p>
<p><a href="/">Go to the live venue</a></p>`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (found) => entities[found] ?? '');
