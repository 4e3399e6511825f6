/** The session of the page: begins and ends it, and has what the page knows of its user beyond `platform/state/user.ts`. */
export { loadLoginOptions } from './model/loadLoginOptions.ts';
export { useLogin } from './model/loginState.ts';
export { logOut } from './model/logOut.ts';
export { createOwnProfile, fetchOwnProfile, setOwnProfile, textOf } from './model/ownProfile.ts';
export type { Session, SessionNavigator } from './model/session.ts';
export {
  followOtherTabs,
  loadSession,
  restoreSession,
  signInGuest,
  signInGuestLater,
} from './model/sessionLoader.ts';
export { offersLogin, useLoginOffered } from './loginOffered.ts';
export { useOwnPicture } from './useOwnPicture.ts';
export { useOwnProfile, useProfileName } from './useOwnProfile.ts';
