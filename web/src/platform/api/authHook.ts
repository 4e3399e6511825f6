/** What API calls need from the session, without loading the session's code on pages that have none. */
export interface AuthHook {
  /**
   * Resolves when the stored token is valid.
   * @throws ApiError if there is none, an abort error if the user has changed meanwhile
   */
  ready(): Promise<void>;
  /**
   * Called after a 401 or 403: the session is invalid or not allowed here. If the request had no token, or one that has been
   * replaced meanwhile, that says nothing about the session.
   * @param token of the request
   * @returns whether the session reports that itself
   */
  handleRejection(status: number, token: string | null): boolean;
}

let current: AuthHook | undefined;

export const setAuthHook = (hook: AuthHook): void => {
  current = hook;
};

export const authHook = (): AuthHook | undefined => current;
