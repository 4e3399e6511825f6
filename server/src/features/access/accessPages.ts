/** `/stage-link`: a page with a button, which redeems the code. Programs that only preview links do not use it up. */
import type { AccessService } from './service.ts';
import { writeStageCookies } from './stageVisitors.ts';
import { checkOrigin } from '#platform/http/access';
import type { HeaderKinds } from '#platform/http/headers';
import { escapeHtml, plainPage } from '#platform/http/plainPage';
import { anyone, type Page } from '#platform/http/route';

export interface AccessPagesDeps {
  readonly service: AccessService;
  readonly headers: HeaderKinds;
  readonly publicUrl: string;
}

export function accessPages({ service, headers, publicUrl }: AccessPagesDeps): readonly Page[] {
  return [
    {
      method: 'GET',
      path: '/stage-link',
      policy: anyone,
      errorFormat: 'html',
      handle: async (call) => {
        const code = escapeHtml((call.query.get('code') ?? '').slice(0, 100));
        const page = plainPage(
          headers,
          'Open the stage',
          `<p>The stage shows the venue as the designers last saved it, before it is published. This link works once;
the stage then stays open in this browser for 12 hours.</p>
<form method="post" action="/stage-link"><input type="hidden" name="code" value="${code}"><button>Open the stage</button></form>`,
        );
        return { status: 200, ...page };
      },
    },
    {
      method: 'POST',
      path: '/stage-link',
      policy: anyone,
      errorFormat: 'html',
      handle: async (call) => {
        // Prevents other sites from opening a stage session in the user's browser.
        checkOrigin(call.headers, publicUrl);
        const token = await service.openStage(call.form.get('code') ?? '', call.address);
        return {
          status: 303,
          headers: {
            location: '/stage/',
            'cache-control': 'no-store',
            'set-cookie': writeStageCookies(token, publicUrl),
          },
        };
      },
    },
  ];
}
