import type { Visit } from '../../../platform/visit/visit.ts';
import { createChat } from './chat.ts';
import type {
  Aside,
  DialogRequest,
  MessageFile,
  MessageTarget,
  ModerationTab,
  PictureFile,
} from './viewState.ts';

/** Opens and closes what the panel shows beside the rooms. */
export interface ChatView {
  /** Of `moderation`, shows the open reports. */
  readonly showAside: (aside: Aside) => void;
  readonly showModerationTab: (tab: ModerationTab) => void;
  readonly closeAside: () => void;
  readonly showMessage: (target: MessageTarget) => void;
  /** Scrolls to a post or a reply in its discussion or wall, which is opened elsewhere. What the panel shows stays. */
  readonly showPost: (target: MessageTarget) => void;
  readonly clearTarget: () => void;
  readonly openDialog: (dialog: DialogRequest) => void;
  readonly closeDialog: () => void;
  /** Closes the dialog of a finished action; one that was opened since stays open. */
  readonly closeDialogOf: (finished: DialogRequest | null) => void;
  readonly openPdf: (file: MessageFile) => void;
  readonly closePdf: () => void;
  readonly openPicture: (picture: PictureFile) => void;
  readonly closePicture: () => void;
}

export function createChatView(visit: Visit): ChatView {
  const { getState, setState } = visit.get(createChat).store;
  return {
    showAside: (aside) => setState({ aside, moderationTab: 'open' }),
    showModerationTab: (moderationTab) => setState({ moderationTab }),
    closeAside: () => setState({ aside: null }),
    showMessage: (target) => setState({ aside: null, target }),
    showPost: (target) => setState({ target }),
    clearTarget: () => setState({ target: null }),
    openDialog: (dialog) => setState({ dialog }),
    closeDialog: () => setState({ dialog: null }),
    closeDialogOf(finished) {
      if (getState().dialog === finished) setState({ dialog: null });
    },
    openPdf: ({ roomId, seq, upload }) => setState({ pdfFile: { roomId, seq, upload } }),
    closePdf: () => setState({ pdfFile: null }),
    openPicture: (picture) => setState({ picture }),
    closePicture: () => setState({ picture: null }),
  };
}
