/** Signing in over HTTP, as tests do it. */
import { addAccount, signIn } from '@foyer/contract';
import { expect } from 'vitest';
import type { Foyer } from '#testing/foyer';
import { testPassword } from '#testing/people';

export const person = 'ada@example.com';
export const wrong = 'not the right password';

export interface From {
  readonly address?: string;
  readonly cookie?: string;
}

/** A sign-in as a browser in this network sends it; the tests' own network is a trusted proxy. */
export const enter = (foyer: Foyer, email: string, password: string, { address, cookie }: From = {}) =>
  foyer.call(
    signIn,
    { body: { email, password } },
    {
      as: 'nobody',
      headers: {
        ...(address === undefined ? {} : { 'x-forwarded-for': address }),
        ...(cookie === undefined ? {} : { cookie, origin: foyer.running.config.publicUrl }),
      },
    },
  );

export const add = (foyer: Foyer, email: string) =>
  foyer.must(addAccount, { body: { email, password: testPassword } });

export const behindProxy = { env: { TRUSTED_PROXIES: '127.0.0.0/8,::1/128' } };

export const fail = async (foyer: Foyer, times: number, email = person, from: From = {}) => {
  for (let time = 0; time < times; time++)
    expect((await enter(foyer, email, wrong, from)).fault?.code).toBe('invalidCredentials');
};
