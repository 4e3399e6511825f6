/**
 * What users do at the event, as a closed list of events (TRACK-02, TRACK-06 to TRACK-11). The web app reports them, the
 * server counts them. An event is about ids and other closed values, never about a user's words.
 */
import { idLength } from './limits.ts';

/** The actions of each category. */
export const analyticsActions = {
  login: ['anonymous', 'personalized'],
  widget: ['open'],
  url: ['access'],
  asset: ['access'],
  video: ['access'],
  chat: ['access'],
  floorplan: ['navigate'],
  download: ['file', 'archive', 'chatFile'],
  presence: ['open', 'select', 'profile', 'startChat', 'goTo', 'status'],
  profile: ['open', 'update', 'close'],
  contentCard: ['open', 'like', 'dislike'],
  reaction: ['send'],
} as const;
export type AnalyticsCategory = keyof typeof analyticsActions;
export type AnalyticsAction<C extends AnalyticsCategory = AnalyticsCategory> =
  (typeof analyticsActions)[C][number];

export const isAnalyticsEvent = (category: string, action: string): category is AnalyticsCategory =>
  Object.hasOwn(analyticsActions, category) &&
  analyticsActions[category as AnalyticsCategory].some((each) => each === action);

/** What an event can be about. The order is that of the name in a hit. */
export const analyticsSubjectParts = ['area', 'widget', 'type', 'asset', 'card', 'kind'] as const;
type SubjectPart = (typeof analyticsSubjectParts)[number];

/**
 * What an event of a category can be about: ids of an area, a widget, an asset and a content card; `type` of the widget;
 * `kind` is one of a few values: the reaction, the status, or the kind of a chat room. The server has a sum for each
 * combination, so a category has no more parts than it needs.
 */
export const analyticsSubjects = {
  login: [],
  widget: ['area', 'widget', 'type'],
  url: ['area', 'widget', 'type'],
  asset: ['area', 'widget', 'type', 'asset'],
  video: ['area', 'widget', 'type'],
  chat: ['area', 'kind'],
  floorplan: ['area'],
  download: ['area', 'widget', 'type', 'asset'],
  presence: ['area', 'kind'],
  profile: [],
  contentCard: ['area', 'widget', 'type', 'card'],
  reaction: ['kind'],
} as const satisfies Record<AnalyticsCategory, readonly SubjectPart[]>;
type SubjectPartOf<C extends AnalyticsCategory> = (typeof analyticsSubjects)[C][number];

export type AnalyticsSubject = Readonly<Partial<Record<SubjectPart, string>>>;
/** `never` also rejects a variable with another part. */
type SubjectsByCategory = {
  [C in AnalyticsCategory]: {
    readonly [Part in SubjectPart]?: Part extends SubjectPartOf<C> ? string : never;
  };
};
/** What an event of a category can be about. */
export type AnalyticsSubjectOf<C extends AnalyticsCategory> = SubjectsByCategory[C];

/** The name of an event in a hit (`e_n`), `area=lobby widget=poster type=ImageWidget`; empty if it is about nothing else. */
export const formatSubject = (subject: AnalyticsSubject): string =>
  analyticsSubjectParts
    .flatMap((key) => (subject[key] === undefined ? [] : [`${key}=${subject[key]}`]))
    .join(' ');

const subjectPart = new RegExp(`^([a-z]+)=([\\w.-]{1,${idLength}})$`);

/**
 * Reads the name of an event in a hit; undefined if `formatSubject` would not write it like this, or if it has a part that
 * the category does not have.
 */
export function parseSubject(category: AnalyticsCategory, name: string): AnalyticsSubject | undefined {
  const parts: readonly SubjectPart[] = analyticsSubjects[category];
  const subject: { -readonly [Key in keyof AnalyticsSubject]: AnalyticsSubject[Key] } = {};
  let last = -1;
  for (const part of name === '' ? [] : name.split(' ')) {
    const [, key, value] = subjectPart.exec(part) ?? [];
    const index = parts.findIndex((subjectKey) => subjectKey === key);
    const known = parts[index];
    if (known === undefined || value === undefined || index <= last) return undefined;
    subject[known] = value;
    last = index;
  }
  return subject;
}
