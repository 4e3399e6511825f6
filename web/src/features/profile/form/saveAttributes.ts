/** Saves changed attributes of the user's own profile. */
import { saveProfile, type ProfileAttributes } from '@foyer/contract';
import * as z from 'zod/mini';
import { track } from '../../../platform/analytics/track.ts';
import { ApiError, call } from '../../../platform/api/client.ts';
import { setOwnProfile } from '../../session/index.ts';
import type { Visit } from '../../../platform/visit/visit.ts';
import type { FieldError } from './formValues.ts';

/** Why saving failed: an invalid field, or another error. */
export type SaveError =
  | { readonly field: string; readonly error: FieldError }
  | { readonly field?: undefined };

const fieldDetails = z.object({ field: z.string(), limit: z.optional(z.number()) });

/** @returns undefined on success */
export async function saveAttributes(
  visit: Visit,
  architectureId: string,
  attributes: ProfileAttributes,
): Promise<SaveError | undefined> {
  try {
    const { data } = await call(saveProfile, {
      params: { architectureId },
      body: { attributes },
      report: 'console',
      retry: false,
    });
    setOwnProfile(visit, data);
    track('profile', 'update');
    return undefined;
  } catch (error) {
    const details = z.safeParse(fieldDetails, error instanceof ApiError ? error.details : undefined);
    if (!details.success) return {};
    const { field, limit } = details.data;
    const length = String(attributes[field] ?? '').length;
    return {
      field,
      error: limit === undefined ? { kind: 'rejected' } : { kind: 'tooLong', limit, length },
    };
  }
}
