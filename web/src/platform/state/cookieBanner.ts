import type { ConsentSettings } from '@foyer/contract';
import { create } from 'zustand';

/** What the banner of a venue asks for. */
export interface VenueConsentSettings extends ConsentSettings {
  readonly architectureId: string;
}

export interface CookieBannerState {
  /** Those of the open venue, or of its mandatory page before a login; null before one is loaded. */
  readonly settings: VenueConsentSettings | null;
  /** Something in the settings has not been decided yet. */
  readonly isIncomplete: boolean;
  /** Requested by the user or by the URL, even if a choice is already stored. */
  readonly explicitlyOpened: boolean;
  /** Shown on a mandatory page, where it must not cover the text. */
  readonly mandatoryPageMode: boolean;
  /** The user has cancelled it on this mandatory page. */
  readonly isCancelled: boolean;
  readonly blockedContentNotification: boolean;
}

export const useCookieBanner = create<CookieBannerState>(() => ({
  settings: null,
  isIncomplete: false,
  explicitlyOpened: false,
  mandatoryPageMode: false,
  isCancelled: false,
  blockedContentNotification: true,
}));

/** A mandatory page is opened or left. */
export const setMandatoryPageMode = (mandatoryPageMode: boolean): void =>
  useCookieBanner.setState({ mandatoryPageMode, isCancelled: false });

/** Closes it without a decision, until the mandatory page is left. */
export const cancelCookieBanner = (): void =>
  useCookieBanner.setState({ isCancelled: true, explicitlyOpened: false });

/** Without a venue there is nothing to decide about. */
export const clearCookieBanner = (): void =>
  useCookieBanner.setState({ settings: null, isIncomplete: false });

export const openCookieBanner = (): void => useCookieBanner.setState({ explicitlyOpened: true });

const hasBanner = ({ settings }: CookieBannerState): boolean =>
  settings !== null && settings.cookieBannerConfig.type !== 'NONE';

/** Whether the open venue asks for privacy preferences. */
export const useHasCookieBanner = (): boolean => useCookieBanner(hasBanner);

const isVisible = (state: CookieBannerState): boolean =>
  hasBanner(state) && ((state.isIncomplete && !state.isCancelled) || state.explicitlyOpened);

/** Whether the banner is shown (CONSENT-06). */
export const useIsCookieBannerVisible = (): boolean => useCookieBanner(isVisible);
