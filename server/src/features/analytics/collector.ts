/** Counts the hits that browsers send (TRACK-01, TRACK-03, TRACK-04). No network address and no user agent is stored. */
import { isbot } from 'isbot';
import {
  analyticsSubjects,
  isAnalyticsEvent,
  parseSubject,
  type AnalyticsHit,
  type AnalyticsSubject,
  type Architecture,
  type OperatingMode,
  type sendHit,
} from '@foyer/contract';
import { ApiError } from '#platform/apiError';
import type { Clock, MonotonicClock } from '#platform/clock';
import { maySeeStage } from '#platform/http/access';
import { networkOf } from '#platform/http/network';
import type { Call } from '#platform/http/route';
import { RateLimiter } from '#platform/realtime/rateLimit';
import type { AnalyticsHitStore, Stay } from './hitStore.ts';
import { knownIdsOf, toColumns } from './knownIds.ts';
import type { AnalyticsPorts } from './ports.ts';
import { personIdOf, type Pseudonyms } from './pseudonyms.ts';

/** A hit that was counted. */
export interface CountedHit {
  readonly mode: OperatingMode;
  readonly hit: AnalyticsHit;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly userKey: string | null;
  readonly userAgent: string;
  readonly acceptLanguage: string | undefined;
  readonly address: string;
}

export interface CollectorDeps extends AnalyticsPorts {
  readonly store: AnalyticsHitStore;
  readonly pseudonyms: Pseudonyms;
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
  readonly onCounted: (counted: CountedHit) => void;
}

export type HitCall = Pick<
  Call<typeof sendHit>,
  'mode' | 'method' | 'caller' | 'query' | 'headers' | 'address'
>;

/** An event, a page view, or undefined for a heartbeat. */
interface Event {
  readonly category: string;
  readonly action: string;
  readonly subject: AnalyticsSubject;
}

const pageView: Event = { category: 'page', action: 'view', subject: {} };
/** Of an account or a guest. */
const personLimit = { burst: 60, everyMs: 200 };
/** Of all callers of a network without a session. Nothing that a hit contains makes it count as another caller. */
const sessionlessLimit = { burst: 1_000, everyMs: 10 };
/** All attendees of an event may share a network. */
const networkLimit = { burst: 5_000, everyMs: 0.5 };

export class Collector {
  private readonly deps: CollectorDeps;
  private readonly personLimiter: RateLimiter;
  private readonly sessionlessLimiter: RateLimiter;
  private readonly networkLimiter: RateLimiter;

  constructor(deps: CollectorDeps) {
    this.deps = deps;
    this.personLimiter = new RateLimiter(personLimit, deps.monotonicClock);
    this.sessionlessLimiter = new RateLimiter(sessionlessLimit, deps.monotonicClock);
    this.networkLimiter = new RateLimiter(networkLimit, deps.monotonicClock);
  }

  /**
   * Counts a hit once, however often it is sent. Hits that no person caused are ignored. Returns false if the hit exceeds
   * a rate limit, which is not an error, because the log has a line for each error.
   * @throws ApiError `invalidInput` for an unknown event
   */
  async collect(call: HitCall): Promise<boolean> {
    if (isIgnored(call)) return true;
    if (!this.isWithinLimits(call)) return false;
    const { store, clock, onCounted } = this.deps;
    const { mode, query: hit, headers, address } = call;
    const event = readEvent(hit);
    const at = clock();
    const place = await this.placeOf(mode, hit.url);
    const stay = await this.stayOf(call, place, at);
    const isPerson = stay.visitor !== '';
    if (event !== undefined) {
      const { category, action, subject } = event;
      const columns = toColumns(knownIdsOf(place.architecture), subject, stay.areaId);
      const { pv_id: pageViewId, rand } = hit;
      const row = { ...stay, pageViewId, rand, category, action, ...columns };
      if (!(await store.add(row, { withStay: isPerson && event === pageView }))) return true;
    } else if (isPerson) await store.extendStay(stay);
    const { 'user-agent': userAgent = '', 'accept-language': acceptLanguage } = headers;
    onCounted({ mode, hit, at, userKey: stay.userKey, userAgent, acceptLanguage, address });
    return true;
  }

  private isWithinLimits({ caller, address }: HitCall): boolean {
    const network = networkOf(address);
    const personId = personIdOf(caller);
    const isWithin =
      personId === undefined ? this.sessionlessLimiter.take(network) : this.personLimiter.take(personId);
    return isWithin && this.networkLimiter.take(network);
  }

  /** Who sends the hit, known by the session, and where. `uid` only says that the user has agreed to be recognized. */
  private async stayOf(call: HitCall, { architecture, areaId }: Place, at: number): Promise<Stay> {
    const { mode, caller, query } = call;
    const { pseudonyms } = this.deps;
    const visitor = this.mayCountTwice(call) ? '' : await pseudonyms.visitor(caller, query._id, at);
    const isPersonal =
      query.uid !== undefined &&
      caller.kind === 'account' &&
      architecture?.personalizedTrackingEnabled === true;
    const userKey = isPersonal ? await pseudonyms.userKey(caller.accountId) : null;
    return { mode, at, visitor, userKey, architectureId: architecture?.id ?? '', areaId };
  }

  /** Whether the same person also sends hits with a session, before or after this one. */
  private mayCountTwice({ caller, headers }: HitCall): boolean {
    return caller.kind === 'anonymous' && (this.deps.loginEnabled() || headers.authorization !== undefined);
  }

  private async placeOf(mode: OperatingMode, url: string): Promise<Place> {
    const [, architectureId, areaId = ''] = placePattern.exec(url) ?? [];
    if (architectureId !== undefined && !idPattern.test(architectureId)) return noPlace;
    const architecture = await this.deps.shownArchitecture(mode, architectureId);
    return { architecture, areaId: knownIdsOf(architecture).areas.has(areaId) ? areaId : '' };
  }
}

interface Place {
  /** Undefined for a page of another venue. */
  readonly architecture: Architecture | undefined;
  readonly areaId: string;
}

const noPlace: Place = { architecture: undefined, areaId: '' };

/** `/v/{architectureId}/area/{areaId}`, also below /stage, and other pages of an architecture. */
const placePattern = /^https?:\/\/[^/]+(?:\/stage)?\/v\/([^/]+)(?:\/area\/([^/]+))?/;

const idPattern = /^[\w.-]+$/;

/** Hits of bots, prefetched pages and other sites, and those of the stage by callers without access to it. */
function isIgnored({ mode, method, caller, headers }: HitCall): boolean {
  const { 'user-agent': userAgent, 'sec-fetch-site': site } = headers;
  const purpose = headers['sec-purpose'] ?? headers['purpose'];
  return (
    method === 'HEAD' ||
    String(purpose ?? '').includes('prefetch') ||
    (site !== undefined && !['same-origin', 'same-site', 'none'].includes(site)) ||
    userAgent === undefined ||
    isbot(userAgent) ||
    (mode === 'STAGE' && !maySeeStage(caller))
  );
}

function readEvent({ e_c: category, e_a: action, e_n: name = '', ping }: AnalyticsHit): Event | undefined {
  if (category === undefined || action === undefined) return ping === undefined ? pageView : undefined;
  if (!isAnalyticsEvent(category, action))
    throw new ApiError('invalidInput', 'The parameters e_c and e_a are invalid: there is no such event.');
  const subject = parseSubject(category, name);
  if (subject === undefined) {
    const parts = analyticsSubjects[category].map((part) => `${part}=ID`).join(' ') || 'no value';
    throw new ApiError('invalidInput', `The parameter e_n is invalid: expected ${parts} for ${category}.`);
  }
  return { category, action, subject };
}
