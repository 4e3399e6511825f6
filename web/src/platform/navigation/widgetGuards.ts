/**
 * Navigation guards of widgets (GUARD-07): a navigation, or the closing of a side panel, waits until the guards of what it
 * would end are unregistered.
 */
import { useUi } from '../state/ui.ts';

/** A navigation within the app. */
export interface Step {
  readonly from: URL;
  readonly to: URL;
}

type Address = Pick<URL, 'href'>;

/** The address of a page, whatever its open widget shows. */
const withoutPart = ({ href }: Address): string => href.replaceAll(/&(medium|card|page)=[^&#]*/g, '');

/** Whether a navigation only shows another part of the open widget, such as its next page: it ends nothing. */
export const changesPart = (from: Address, to: Address): boolean =>
  from.href !== to.href && withoutPart(from) === withoutPart(to);

export type IsEndedBy = (step: Step) => boolean;
type IsConcerned = (guardId: string) => boolean;

/** Which navigations would end what a guard protects, by the id of the guard. */
export const protectedFrom = new Map<string, IsEndedBy>();

const always = (): boolean => true;

/** The guards of what a navigation would end. */
export const guardsOf =
  (step: Step): IsConcerned =>
  (id) =>
    !changesPart(step.from, step.to) && (protectedFrom.get(id)?.(step) ?? true);

export const hasNavigationGuards = (isConcerned: IsConcerned = always): boolean =>
  useUi.getState().widgetsWithNavigationGuards.some(isConcerned);

interface Waiting {
  readonly isConcerned: IsConcerned;
  readonly cancel: () => void;
}

/** What waits while `wantToNavigate` is set. */
let waiting: Waiting | undefined;

/** Whether a navigation waits for a guard. */
export const isWaitedFor = (guardId: string): boolean => waiting?.isConcerned(guardId) === true;

/** Ends what waits, without it happening. */
export function cancelWaiting(): void {
  waiting?.cancel();
  waiting = undefined;
  useUi.setState({ wantToNavigate: false });
}

/**
 * Waits until none of the guards that are concerned is registered. A newer navigation replaces the waiting one.
 * @returns true if the navigation is blocked because a newer one has replaced it
 */
export function waitForGuards(isConcerned: IsConcerned): Promise<boolean> {
  cancelWaiting();
  if (!hasNavigationGuards(isConcerned)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (blocked: boolean) => {
      unsubscribe();
      resolve(blocked);
    };
    waiting = { isConcerned, cancel: () => end(true) };
    useUi.setState({ wantToNavigate: true });
    const unsubscribe = useUi.subscribe(() => {
      if (hasNavigationGuards(isConcerned)) return;
      waiting = undefined;
      // Unsubscribes first, because the next update would call this again.
      end(false);
      useUi.setState({ wantToNavigate: false });
    });
  });
}
