/** The login options and page elements that the component tests of the login share. */
import type { LoginConfiguration } from '@foyer/contract';
import type { Locator } from 'vitest/browser';
import { FakeServer, passwordLogin } from '../../../testing/fakeServer.ts';
import { openPage, type AppPage, type PageOptions } from '../../../testing/page.ts';

export const cventLogin: LoginConfiguration = {
  loginProvider: 'CVENT_LOGIN',
  loginType: 'CVENT_LOGIN',
  displayName: 'Cvent ticket',
  idpProvider: [],
};
export const bizzaboLogin: LoginConfiguration = {
  loginProvider: 'BIZZABO_LOGIN',
  loginType: 'BIZZABO_LOGIN',
  displayName: 'Bizzabo ticket',
  idpProvider: [],
};
const corp = { displayName: 'Northwind account', providerID: 'corp' };
/** A company account and nothing else. */
export const companyLogin: LoginConfiguration = { loginProvider: 'FIREBASE', idpProvider: [corp] };

/** All four options, in the order in which a login file may name them. */
export const allOptions = (): FakeServer =>
  new FakeServer().requireLogin(
    { ...passwordLogin, idpProvider: [...passwordLogin.idpProvider, corp] },
    bizzaboLogin,
    cventLogin,
  );

export const email = (page: AppPage): Locator => page.getByLabelText('Email', { exact: true });
export const password = (page: AppPage): Locator => page.getByLabelText('Password', { exact: true });
export const newPassword = (page: AppPage): Locator => page.getByLabelText('New password', { exact: true });
/** The confirmation number of Cvent or the registration number of Bizzabo. */
export const number = (page: AppPage): Locator => page.getByLabelText(/^(Confirmation|Registration) number$/);
export const enterButton = (page: AppPage): Locator =>
  page.getByRole('button', { name: 'Enter', exact: true });
export const cancel = (page: AppPage): Locator => page.getByRole('button', { name: 'Cancel', exact: true });
export const resetLink = (page: AppPage): Locator =>
  page.getByRole('button', { name: 'Forgot your password?' });
export const greeting = (page: AppPage): Locator => page.heading('Good to see you', 2);
/** An option of the list. */
export const option = (page: AppPage, name: string): Locator =>
  page.getByRole('listitem').getByRole('button', { name });
/** The message above the form: `error` in red, `info` in green. */
export const message = (page: AppPage, tone: 'error' | 'info' = 'error'): Locator =>
  page.getByCSS(`[data-tone="${tone}"]`);
export const accountMenu = (page: AppPage): Locator => page.getByRole('button', { name: 'Account menu' });

/** Opens the login page and the form of an option. */
export async function openForm(name: string, options: PageOptions = {}): Promise<AppPage> {
  const page = await openPage('/login', { server: allOptions(), ...options });
  await option(page, name).click();
  return page;
}

export async function fillCredentials(
  page: AppPage,
  account: { readonly email: string; readonly password: string },
): Promise<void> {
  await email(page).fill(account.email);
  await password(page).fill(account.password);
}
