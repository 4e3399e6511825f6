/** Sends what has changed of one's own profile. */
import { saveProfile, type ProfileAttributes } from '@foyer/contract';
import * as z from 'zod/mini';
import { ApiError, call } from '../../platform/api/client.ts';
import { setOwnProfile } from '../../platform/session/ownProfile.ts';
import type { Fault } from './profileForm.ts';

/** Why it was not saved: a field that the server does not take, or anything else. */
export type Refused = { readonly field: string; readonly fault: Fault } | { readonly field?: undefined };

const aboutField = z.object({ field: z.string(), limit: z.optional(z.number()) });

/** @returns undefined when it is saved */
export async function save(
  architectureId: string,
  attributes: ProfileAttributes,
): Promise<Refused | undefined> {
  try {
    const { data } = await call(saveProfile, {
      params: { architectureId },
      body: { attributes },
      report: 'console',
      retry: false,
    });
    setOwnProfile(data);
    return undefined;
  } catch (error) {
    const about = z.safeParse(aboutField, error instanceof ApiError ? error.details : undefined);
    if (!about.success) return {};
    const { field, limit } = about.data;
    const length = String(attributes[field] ?? '').length;
    return {
      field,
      fault: limit === undefined ? { kind: 'refused' } : { kind: 'tooLong', limit, length },
    };
  }
}
