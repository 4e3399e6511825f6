/** The API documentation as one HTML page without scripts. */
import { createHash } from 'node:crypto';
import { appVersion, errorCodes, type Endpoint, type ErrorCode } from '@foyer/contract';
import * as z from 'zod';
import type { HeaderKinds } from '#platform/http/headers';
import { escapeHtml, type PlainPage } from '#platform/http/plainPage';
import type { AnyRoute, Policy } from '#platform/http/route';

const style = `
:root{color-scheme:dark}
*{box-sizing:border-box}
body{margin:0;background:#000a33;color:#fff;font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:min(60rem,100%);margin:0 auto;padding:3rem 1.25rem 5rem}
h1{font-size:2.2rem;line-height:1.15;margin:0 0 .5rem}
h2{font-size:1.1rem;line-height:1.4;margin:0 0 .35rem;overflow-wrap:anywhere}
h3{font-size:.85rem;margin:1rem 0 .25rem;color:#aeb1be}
p{margin:.25rem 0;color:#d2d4db}
a{color:#9db4ff}
a:focus-visible,summary:focus-visible{outline:3px solid #fff;outline-offset:3px}
article{margin-top:1rem;padding:1.25rem 1.5rem;border-radius:1.1rem;background:#121b41;border:1px solid #ffffff1f}
code,pre{font:0.85rem/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}
pre{margin:.35rem 0;padding:.75rem 1rem;border-radius:.75rem;background:#000a33;overflow:auto}
b{font-weight:600;color:#4be3a4;margin-inline-end:.6rem}
summary{cursor:pointer;color:#aeb1be;font-size:.85rem;margin-top:.75rem}
ul{margin:.25rem 0;padding-inline-start:1.2rem;color:#d2d4db}
nav ul{columns:20rem;list-style:none;padding:0}
nav li{break-inside:avoid;overflow-wrap:anywhere;padding:.15rem 0}
`;
const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;

const bearer = '<code>Authorization: Bearer …</code> with an ID token';
function policyText(policy: Policy): string {
  if (policy.kind === 'anyone') return 'Anyone.';
  if (policy.kind === 'venueReader') return 'Anyone who may see the venue.';
  if (policy.kind === 'account') return `A logged-in user: ${bearer}.`;
  if (policy.kind === 'attendee') return `A logged-in user, or a guest of an anonymous venue: ${bearer}.`;
  const who = policy.who.charAt(0).toUpperCase() + policy.who.slice(1);
  return `${who}: ${bearer}, or the administrator's key.`;
}

export function docsPage(
  routes: readonly AnyRoute[],
  kinds: HeaderKinds,
  errorsOf: (endpoint: Endpoint) => readonly ErrorCode[],
): PlainPage {
  const index = routes
    .map(
      ({ endpoint }) =>
        `<li><a href="#${endpoint.name}">${endpoint.method} ${escapeHtml(endpoint.path)}</a></li>`,
    )
    .join('');
  const html = `<!doctype html>
<html lang="en" dir="ltr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Foyer HTTP API</title><link rel="icon" href="/favicon.svg"><style>${style}</style></head>
<body><main><h1>Foyer HTTP API ${appVersion}</h1>
<p>Each endpoint exists twice: under <code>/api</code> for the live venue and under <code>/stage/api</code> for the staged venue.
Error responses have the form <code>{ "errMsg", "code", "requestId" }</code>.
An ID token is in the response of <a href="#signIn">signIn</a> or <a href="#openGuestSession">openGuestSession</a>. The administrator's key is <code>ADMIN_KEY</code>, or the content of <code>DATA_DIR/admin-key</code>.
OpenAPI document: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Endpoints"><ul>${index}</ul></nav>
${routes.map((entry) => article(entry, errorsOf(entry.endpoint))).join('\n')}
</main></body>
</html>
`;
  return {
    headers: {
      ...kinds.plainPage(styleHash),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    },
    body: Buffer.from(html),
  };
}

function article({ endpoint, policy, idempotent }: AnyRoute, errors: readonly ErrorCode[]): string {
  const { name, method, path, summary, params, query, body, response, example } = endpoint;
  return `<article id="${name}">
<h2><b>${method}</b><code>${escapeHtml(path)}</code></h2>
<p>${escapeHtml(summary)}.</p>
<p>${policyText(policy)}${idempotent ? ' Accepts an <code>Idempotency-Key</code>.' : ''}</p>
${shape('In the path', params, 'input')}${shape('In the query', query, 'input')}${shape('Body', body, 'input')}
${example.body === undefined ? '' : `<h3>Example</h3><pre tabindex="0">${json(example.body)}</pre>`}
${shape('Response', response, 'output')}
<details><summary>Errors</summary><ul>${errors
    .map((code) => `<li><code>${errorCodes[code]} ${code}</code></li>`)
    .join('')}</ul></details>
</article>`;
}

function shape(
  title: string,
  schema: Endpoint['body'] | Endpoint['response'],
  io: 'input' | 'output',
): string {
  if (schema === undefined) return '';
  if (schema === 'raw') return `<h3>${title}</h3><p>Bytes.</p>`;
  if (schema === 'text') return `<h3>${title}</h3><p>JSON with its own validation.</p>`;
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return `<details><summary>${title}</summary><pre tabindex="0">${json(rest)}</pre></details>`;
}

const json = (value: unknown): string => escapeHtml(JSON.stringify(value, null, 2));
