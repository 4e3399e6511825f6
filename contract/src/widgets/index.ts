/** The manifests of all widget types. A new type is its own file and its line in this list. */
import { areaChatWidget } from './AreaChatWidget.ts';
import { areaReactionsWidget } from './AreaReactionsWidget.ts';
import { floorplanWidget } from './FloorplanWidget.ts';
import { globalChatWidget } from './GlobalChatWidget.ts';
import { globalSearchWidget } from './GlobalSearchWidget.ts';
import { goToMeetingWidget } from './GoToMeetingWidget.ts';
import { iframePopupWidget } from './IframePopupWidget.ts';
import { imageWidget } from './ImageWidget.ts';
import { imageBookWidget } from './ImageBookWidget.ts';
import { mediaBoardWidget } from './MediaBoardWidget.ts';
import { mediaLibraryWidget } from './MediaLibraryWidget.ts';
import { mentimeterQrCodeWidget } from './MentimeterQrCodeWidget.ts';
import { mentimeterTagCloudWidget } from './MentimeterTagCloudWidget.ts';
import { miroWidget } from './MiroWidget.ts';
import { soundfilesWidget } from './SoundfilesWidget.ts';
import { superEventQrEntryPointWidget } from './SuperEventQrEntryPointWidget.ts';
import { superEventSocialWallWidget } from './SuperEventSocialWallWidget.ts';
import { teamsWidget } from './TeamsWidget.ts';
import { textNotificationWidget } from './TextNotificationWidget.ts';
import { vimeoWidget } from './VimeoWidget.ts';
import { webExWidget } from './WebExWidget.ts';
import { wherebyMeetingWidget } from './WherebyMeetingWidget.ts';
import { whiteboardWidget } from './WhiteboardWidget.ts';
import { zoomWidget } from './ZoomWidget.ts';

export const widgetManifests = [
  areaChatWidget,
  areaReactionsWidget,
  goToMeetingWidget,
  iframePopupWidget,
  imageWidget,
  imageBookWidget,
  mediaLibraryWidget,
  mediaBoardWidget,
  mentimeterTagCloudWidget,
  mentimeterQrCodeWidget,
  soundfilesWidget,
  superEventSocialWallWidget,
  superEventQrEntryPointWidget,
  textNotificationWidget,
  teamsWidget,
  vimeoWidget,
  webExWidget,
  wherebyMeetingWidget,
  zoomWidget,
  miroWidget,
  whiteboardWidget,
  floorplanWidget,
  globalChatWidget,
  globalSearchWidget,
] as const;
