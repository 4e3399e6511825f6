import { create } from 'zustand';

export interface CookieBannerState {
  /** Requested by the user or by the URL, even if a choice is already stored. */
  readonly explicitlyOpened: boolean;
  /** Shown on a mandatory page, where it must not cover the text. */
  readonly mandatoryPageMode: boolean;
  readonly blockedContentNotification: boolean;
}

export const useCookieBanner = create<CookieBannerState>(() => ({
  explicitlyOpened: false,
  mandatoryPageMode: false,
  blockedContentNotification: true,
}));

export const openCookieBanner = (): void => useCookieBanner.setState({ explicitlyOpened: true });
