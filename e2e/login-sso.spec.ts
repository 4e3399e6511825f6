/** Logins at identity providers on another site, whose cookies the browser restricts. */
import { startOidc, type OidcStandIn } from '@foyer/standins/oidc';
import { startSaml, type SamlStandIn } from '@foyer/standins/saml';
import { expect, test as base } from './harness/fixtures.ts';
import { accountMenu, greeting, message, loginOption } from './pages/loginPage.ts';

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

const lounge = '/v/nightfall/area/lounge?lang=en';

// A separate user each, because an email belongs to one provider.
for (const [account, name, user] of [
  ['LOGIN-09c an OIDC account', 'Northwind account', /^Theo Tide/],
  ['LOGIN-09d a SAML account', 'Eastsea account', /^Noor Night/],
] as const)
  test(`${account} can be cancelled and tried again, leads back to the requested page, and stays signed in`, async ({
    page,
    foyer,
    providers: { oidc, saml },
    allowed,
  }) => {
    allowed.hosts.push(new URL(oidc.issuer).host, new URL(saml.issuer).host);
    oidc.trust(`${foyer.url}/auth/corp/callback`);
    saml.trust(`${foyer.url}/auth/saml.corp/acs`);
    await page.goto(lounge);
    await expect(greeting(page)).toBeVisible();
    await loginOption(page, name).click();
    // The provider's page belongs to another site.
    await expect(page.getByRole('heading', { name: /^The company/ })).toBeVisible();
    expect(new URL(page.url()).hostname).toBe('localhost');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(message(page)).toBeVisible();
    expect(new URL(page.url()).searchParams.get('loginError')).toBe('loginAborted');
    await loginOption(page, name).click();
    await page.getByRole('button', { name: user }).click();
    await expect(accountMenu(page)).toBeVisible();
    await expect(page).toHaveURL(`${foyer.url}${lounge}`);
    await page.reload();
    await expect(accountMenu(page)).toBeVisible();
  });
