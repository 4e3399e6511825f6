/** What every call has to know of the session, without bringing a session along to a page that has none. */
export interface AuthHook {
  /**
   * Resolves once a token goes along that has not expired; throws ApiError where none is to be had, and
   * an abort where whoever it was for has gone.
   */
  ready(): Promise<void>;
  /** The server says 401 or 403: this session may not be here. Answers whether the session tells that itself. */
  refused(status: number): boolean;
}

let attached: AuthHook | undefined;

export const setAuthHook = (session: AuthHook): void => {
  attached = session;
};

export const authHook = (): AuthHook | undefined => attached;
