/** Password sign-ins over HTTP for tests. */
import { createAccount, signIn } from '@foyer/contract';
import { expect } from 'vitest';
import type { Foyer } from '#testing/foyer';
import { testPassword } from '#testing/testUsers';

export const adaEmail = 'ada@example.com';
export const wrongPassword = 'not the right password';

export interface Origin {
  readonly address?: string;
  readonly cookie?: string;
}

/** Signs in from `address`, which is passed as `X-Forwarded-For`: the test client is a trusted proxy. */
export const signInAs = (foyer: Foyer, email: string, password: string, { address, cookie }: Origin = {}) =>
  foyer.call(
    signIn,
    { body: { email, password } },
    {
      as: 'anonymous',
      headers: {
        ...(address === undefined ? {} : { 'x-forwarded-for': address }),
        ...(cookie === undefined ? {} : { cookie, origin: foyer.running.config.publicUrl }),
      },
    },
  );

export const createTestAccount = (foyer: Foyer, email: string) =>
  foyer.must(createAccount, { body: { email, password: testPassword } });

export const behindProxy = { env: { TRUSTED_PROXIES: '127.0.0.0/8,::1/128' } };

export const failSignIn = async (foyer: Foyer, times: number, email = adaEmail, from: Origin = {}) => {
  for (let count = 0; count < times; count++)
    expect((await signInAs(foyer, email, wrongPassword, from)).error?.code).toBe('invalidCredentials');
};
