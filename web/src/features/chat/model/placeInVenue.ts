/** Finds the place of a built-in room in the venue: an area, the card of a discussion, or a wall. */
import {
  activeConfiguration,
  widgetsOfType,
  type Architecture,
  type ChatRoomPlace,
  type LocalizedText,
} from '@foyer/contract';
import { areaOf, type VenueState } from '../../../platform/state/venue.ts';
import { now as serverNow } from '../../../platform/time/serverTime.ts';

export interface PlaceInVenue {
  readonly areaId: string;
  readonly widgetId: string;
  /** The id of the card; undefined for a wall. */
  readonly card: string | undefined;
  readonly names: readonly LocalizedText[];
  /** If `names` has none in a language of the user. */
  readonly otherName: string;
  /** Whether the widget shows it now. */
  readonly isShown: boolean;
}

/**
 * The name of an area, a card or a wall.
 * @returns '' if the venue does not have it
 */
export function placeName(
  place: ChatRoomPlace,
  venue: VenueState,
  localized: (texts: readonly LocalizedText[]) => string,
): string {
  if (place.areaId !== undefined) return localized(areaOf(venue, place.areaId)?.names ?? []);
  const found = venue.architecture && placeInVenue(venue.architecture, place, serverNow());
  return found ? localized(found.names) || found.otherName : '';
}

/** The card of a discussion, or a wall. Returns undefined if the venue does not have it. If several widgets have it, one that shows it now comes first. */
export function placeInVenue(
  { areas }: Architecture,
  place: ChatRoomPlace,
  now: number,
): PlaceInVenue | undefined {
  const found = areas.flatMap(({ id: areaId, contentWidgets }) => [
    ...cardsIn(areaId, contentWidgets, place, now),
    ...wallsIn(areaId, contentWidgets, place, now),
  ]);
  return found.find(({ isShown }) => isShown) ?? found[0];
}

type Widgets = Architecture['areas'][number]['contentWidgets'];

const cardsIn = (
  areaId: string,
  widgets: Widgets,
  { mediaBoardId, contentPieceId: card }: ChatRoomPlace,
  now: number,
): PlaceInVenue[] =>
  widgetsOfType(widgets, 'MediaBoardWidget').flatMap(({ id: widgetId, configurations }) => {
    const active = activeConfiguration(configurations, now);
    return configurations.flatMap((configuration) => {
      if (card === undefined || configuration.mediaBoardId !== mediaBoardId) return [];
      const piece = configuration.contentPieces.find(({ id }) => id === card);
      const isShown = configuration === active;
      return piece ? [{ areaId, widgetId, card, names: piece.names, otherName: card, isShown }] : [];
    });
  });

const wallsIn = (areaId: string, widgets: Widgets, { wallId }: ChatRoomPlace, now: number): PlaceInVenue[] =>
  widgetsOfType(widgets, 'SuperEventSocialWallWidget').flatMap((widget) => {
    const { id: widgetId, name: otherName, names = [], configurations } = widget;
    const active = activeConfiguration(configurations, now);
    return (
      configurations
        // The posts of an external wall are not ours.
        .filter(
          (configuration) => wallId !== undefined && configuration.wallId === wallId && !configuration.uris,
        )
        .map((configuration) => ({
          areaId,
          widgetId,
          card: undefined,
          names,
          otherName,
          isShown: configuration === active,
        }))
    );
  });
