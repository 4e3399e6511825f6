import { create } from 'zustand';

export interface CookieBannerState {
  /** Asked for by a person or by the address, whether or not a choice is stored. */
  readonly explicitlyOpened: boolean;
  /** Shown inside a mandatory page, where it must not cover the text. */
  readonly mandatoryPageMode: boolean;
  readonly blockedContentNotification: boolean;
}

export const useCookieBanner = create<CookieBannerState>(() => ({
  explicitlyOpened: false,
  mandatoryPageMode: false,
  blockedContentNotification: true,
}));

export const openCookieBanner = (): void => useCookieBanner.setState({ explicitlyOpened: true });
