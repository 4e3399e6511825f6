/**
 * Links with which a browser downloads an archive: its own downloads send no Authorization header. A link is signed, for
 * one selection and one user, valid for a minute, and used once on any node.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { downloadArchive, type QueryOf } from '@foyer/contract';
import { ApiError } from '#platform/apiError';
import type { Clock } from '#platform/clock';
import {
  signatureErrors,
  signatureQuery,
  signUntil,
  verifySignature,
  type SignedParts,
} from '#platform/files/signature';
import { apiPrefixes, maxUrlLength, rateLimitKeyOf, type Caller } from '#platform/http/route';
import type { SingleUseRegistry } from '#platform/singleUseRegistry';
import type { ArchiveRequest } from './archives.ts';

export interface ArchiveLinksDeps {
  /** The key of the signatures, the same on every node. */
  readonly key: () => Promise<Buffer>;
  readonly used: SingleUseRegistry;
  readonly clock: Clock;
}

const linkSeconds = 60;
/** Random bytes, and the user. */
const ticketPattern = /^[\w-]{16}\.([\w-]{22})$/;

/** A link whose signature is valid. */
export interface VerifiedLink {
  /** See `userOf`. */
  readonly user: string;
  readonly ticket: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

type LinkQuery = Pick<QueryOf<typeof downloadArchive>, 'ticket' | 'expires' | 'signature'>;

/** Whether a request has a link, valid or not. */
export const hasLink = ({ ticket, expires, signature }: LinkQuery): boolean =>
  [ticket, expires, signature].some((value) => value !== undefined);

export class ArchiveLinks {
  private readonly deps: ArchiveLinksDeps;

  constructor(deps: ArchiveLinksDeps) {
    this.deps = deps;
  }

  /** The user of a request, as 22 characters that reveal nothing: part of URLs. Without an identity, its network. */
  async userOf(caller: Caller, address: string): Promise<string> {
    return createHmac('sha256', await this.deps.key())
      .update(['user', caller.kind, rateLimitKeyOf(caller, address)].join('\n'))
      .digest('base64url')
      .slice(0, 22);
  }

  /** @throws ApiError `invalidInput` if the ids of the chosen media do not fit into a URL */
  async create(request: ArchiveRequest, user: string): Promise<{ url: string; expiresAt: number }> {
    const { mode, architectureID, areaId, widgetID, folder, media, locale } = request;
    const ticket = `${randomBytes(12).toString('base64url')}.${user}`;
    const expires = Math.floor(this.deps.clock() / 1000) + linkSeconds;
    const signature = signUntil(await this.deps.key(), signedOf(request, ticket), expires);
    const query = new URLSearchParams({
      ...(areaId === undefined ? {} : { areaId }),
      ...(folder === undefined ? {} : { folder }),
      ...(media === undefined ? {} : { media: media.join(',') }),
      locale,
      ticket,
    });
    const path = downloadArchive.path
      .replace(':architectureID', architectureID)
      .replace(':widgetID', widgetID);
    const url = `${apiPrefixes[mode]}${path}?${query.toString()}&${signatureQuery(signature)}`;
    if (url.length > maxUrlLength)
      throw new ApiError(
        'invalidInput',
        'The field media is too long: choose fewer media, or a folder instead.',
      );
    return { url, expiresAt: expires * 1000 };
  }

  /** @throws ApiError `forbidden` if the link is not for this request, `linkExpired` if it has expired */
  async verify(request: ArchiveRequest, query: LinkQuery): Promise<VerifiedLink> {
    const { ticket = '', expires } = query;
    const user = ticketPattern.exec(ticket)?.[1];
    if (user === undefined) throw new ApiError('forbidden', signatureErrors.invalid);
    const { key, clock } = this.deps;
    const status = verifySignature(await key(), signedOf(request, ticket), query, clock());
    if (status !== 'valid')
      throw new ApiError(status === 'expired' ? 'linkExpired' : 'forbidden', signatureErrors[status]);
    return { user, ticket, expiresAt: Number(expires) * 1000 };
  }

  /** @throws ApiError `linkExpired` if the link was used before */
  async use({ ticket, expiresAt }: VerifiedLink): Promise<void> {
    if (!(await this.deps.used.claim('ticket', ['archive', ticket], expiresAt)))
      throw new ApiError('linkExpired', 'This link has been used already.');
  }
}

const signedOf = (request: ArchiveRequest, ticket: string): SignedParts => [
  'archive',
  request.mode,
  request.architectureID,
  request.areaId,
  request.widgetID,
  request.folder,
  request.media?.join(','),
  request.locale,
  ticket,
];
