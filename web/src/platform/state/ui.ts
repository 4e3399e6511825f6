import type { LoginConfiguration, UiConfig, VenueVersion } from '@foyer/contract';
import { headerHeight } from '@foyer/contract/limits';
import { create } from 'zustand';

/** A dialog that is open, as `platform/dialogs.ts` keeps it. */
export interface ActiveDialog {
  readonly id: string;
  readonly close: () => void;
  /** The id of a dialog that it is a part of: the other one stays modal below it. */
  readonly within?: string | undefined;
  /** While it returns true, neither Back nor a navigation closes the dialog. */
  readonly isLocked?: () => boolean;
  /** The URL says whether it is open, so navigations open and close it, not the guard. */
  readonly followsAddress?: boolean | undefined;
  /** It does not concern the current page: a navigation leaves it open. */
  readonly outlivesNavigation?: boolean | undefined;
}

export interface UiState {
  readonly uiConfig: UiConfig | null;
  readonly venueVersion: VenueVersion | null;
  /** True until the login options are known, so that nothing protected shows before. */
  readonly loginEnabled: boolean;
  readonly loginConfigurations: readonly LoginConfiguration[];
  /** Pixels. */
  readonly headerHeight: number;
  /** Milliseconds since 1970 by the server's clock; 0 until the server has responded. */
  readonly serverTime: number;
  readonly activeDialogStack: readonly ActiveDialog[];
  readonly widgetsWithNavigationGuards: readonly string[];
  /** True while a navigation waits for the guards of widgets. */
  readonly wantToNavigate: boolean;
  readonly routerGuardsChecking: boolean;
}

export const initialUi: UiState = {
  uiConfig: null,
  venueVersion: null,
  loginEnabled: true,
  loginConfigurations: [],
  headerHeight,
  serverTime: 0,
  activeDialogStack: [],
  widgetsWithNavigationGuards: [],
  wantToNavigate: false,
  routerGuardsChecking: false,
};

export const useUi = create<UiState>(() => initialUi);

/** Returns the UI configuration as soon as it is loaded. */
export const waitForUiConfig = (): Promise<UiConfig> =>
  new Promise((resolve) => {
    const check = ({ uiConfig }: UiState): void => {
      if (uiConfig === null) return;
      end();
      resolve(uiConfig);
    };
    const end = useUi.subscribe(check);
    check(useUi.getState());
  });
