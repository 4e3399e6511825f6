/** Logins at identity providers, in a browser that holds its cookies back as browsers do. */
import { startOidc, type OidcStandIn } from '@foyer/standins/oidc';
import { startSaml, type SamlStandIn } from '@foyer/standins/saml';
import { expect, test as base, type Foyer, type Page } from './harness.ts';
import { accountMenu, greeting, message, way } from './loginPage.ts';

interface Providers {
  readonly oidc: OidcStandIn;
  readonly saml: SamlStandIn;
}

const test = base.extend<object, { providers: Providers }>({
  providers: [
    async ({}, provide) => {
      const [oidc, saml] = await Promise.all([
        startOidc({ host: 'localhost' }),
        startSaml({ host: 'localhost' }),
      ]);
      await provide({ oidc, saml });
      await Promise.all([oidc.stop(), saml.stop()]);
    },
    { scope: 'worker' },
  ],
  server: async ({ providers: { oidc, saml } }, provide) => {
    const { issuer, clientId, clientSecret } = oidc;
    const { entryPoint, issuer: idpIssuer, certificate: idpCertificate } = saml;
    await provide({
      login: {
        providers: [
          { type: 'password', displayName: 'Email and password' },
          { type: 'oidc', id: 'corp', displayName: 'Northwind account', issuer, clientId, clientSecret },
          {
            type: 'saml',
            id: 'saml.corp',
            displayName: 'Eastsea account',
            entryPoint,
            idpIssuer,
            idpCertificate,
          },
        ],
      },
    });
  },
});

const area = '/v/nightfall/area/lobby?lang=en';

/** From an area that asks for a login to the page of a provider, which is of another site. */
async function toProvider(page: Page, foyer: Foyer, { oidc, saml }: Providers, name: string): Promise<void> {
  oidc.trust(`${foyer.url}/auth/corp/callback`);
  saml.trust(`${foyer.url}/auth/saml.corp/acs`);
  await page.goto(area);
  await expect(greeting(page)).toBeVisible();
  await way(page, name).click();
  await expect(page.getByRole('heading', { name: /^The company/ })).toBeVisible();
  expect(new URL(page.url()).hostname).toBe('localhost');
}

// One person each: an email belongs to one provider.
for (const [title, name, person] of [
  ['LOGIN-09c an OIDC account', 'Northwind account', /^Theo Tide/],
  ['LOGIN-09d a SAML account', 'Eastsea account', /^Noor Night/],
] as const) {
  test(`${title} leads back to the area that was asked for, and the login stays`, async ({
    page,
    foyer,
    providers,
    allowed,
  }) => {
    allowed.hosts.push(new URL(providers.oidc.issuer).host, new URL(providers.saml.issuer).host);
    await toProvider(page, foyer, providers, name);
    await page.getByRole('button', { name: person }).click();
    await expect(accountMenu(page)).toBeVisible();
    await expect(page).toHaveURL(`${foyer.url}${area}`);
    await page.reload();
    await expect(accountMenu(page)).toBeVisible();
  });

  test(`${title}: whoever gives up there is told so, and may choose again`, async ({
    page,
    foyer,
    providers,
    allowed,
  }) => {
    allowed.hosts.push(new URL(providers.oidc.issuer).host, new URL(providers.saml.issuer).host);
    await toProvider(page, foyer, providers, name);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(message(page)).toBeVisible();
    expect(new URL(page.url()).searchParams.get('loginError')).toBe('loginAborted');
    await way(page, name).click();
    await page.getByRole('button', { name: person }).click();
    await expect(accountMenu(page)).toBeVisible();
    await expect(page).toHaveURL(`${foyer.url}${area}`);
  });
}
