/** The state of an area that is in its URL (AREA-10): viewpoint, open widget, floorplan, view. */
import type { AreaView } from '@foyer/contract';
import type { SearchValues } from './searchParams.ts';

export interface AreaSearchParams {
  readonly viewpoint?: string | undefined;
  /** Id of the widget whose dialog is open. */
  readonly widget?: string | undefined;
  /** `open` while the floorplan is open. */
  readonly floorplan?: string | undefined;
  readonly view?: AreaView | undefined;
  /** What is shown inside of the open widget; `openedWidget.ts` reads it. */
  readonly medium?: string | undefined;
  readonly card?: string | undefined;
  readonly page?: string | undefined;
  readonly present?: string | undefined;
}

const nonEmpty = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Reads the well-formed values of an area; other search values, such as `lang`, are kept. */
export function readAreaSearchParams(search: Record<string, unknown>): AreaSearchParams & SearchValues {
  const view = nonEmpty(search['view']);
  const read = {
    ...search,
    viewpoint: nonEmpty(search['viewpoint']),
    widget: nonEmpty(search['widget']),
    // `?floorplan` without a value is enough.
    floorplan: typeof search['floorplan'] === 'string' ? 'open' : undefined,
    view: view === 'text' || view === 'picture' ? view : undefined,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
