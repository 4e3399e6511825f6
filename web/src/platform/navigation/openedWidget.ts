/** The widget that the URL of an area opens, and what is shown inside of it. The router does not need to know it. */
import type { Widget } from '@foyer/contract';
import type { AreaSearchParams } from './areaSearchParams.ts';

/**
 * The widget that a URL opens: by its id, or the one of a type. The key `floorplan` is part of the specified URLs (AREA-10).
 */
export type OpenedWidget = { readonly id: string } | { readonly type: Widget['type'] };

export const openedWidget = ({ widget, floorplan }: AreaSearchParams): OpenedWidget | undefined => {
  if (widget !== undefined) return { id: widget };
  return floorplan === undefined ? undefined : { type: 'FloorplanWidget' };
};

/** What is shown inside of an open widget. */
export interface WidgetPart {
  /** The id of a medium of a library. */
  readonly medium?: string | undefined;
  /** The id of a content piece of a media board. */
  readonly card?: string | undefined;
  /** A page of a document or book, from 1. */
  readonly page?: number | undefined;
  /** A social wall is shown on a big screen. `?present` without a value is enough. */
  readonly present?: true | undefined;
}

/** The search values of a part; it has no other. */
export const searchOfPart = ({ medium, card, page, present }: WidgetPart) =>
  ({
    medium,
    card,
    page: page === undefined ? undefined : String(page),
    present: present ? 'on' : undefined,
  }) satisfies AreaSearchParams;

/** Opens no widget. */
export const noWidget = {
  widget: undefined,
  floorplan: undefined,
  ...searchOfPart({}),
} as const satisfies AreaSearchParams;

/** Reads the well-formed values. The router keeps search values that it does not know as they are in the URL. */
export function readWidgetPart(search: Readonly<Record<string, unknown>>): WidgetPart {
  const { medium, card, page, present } = search;
  return {
    ...(typeof medium === 'string' && medium !== '' && { medium }),
    ...(typeof card === 'string' && card !== '' && { card }),
    ...(typeof page === 'string' && /^[1-9]\d{0,5}$/.test(page) && { page: Number(page) }),
    ...(typeof present === 'string' && { present: true as const }),
  };
}
