/** Configuration of films on Vimeo that play in the page's own player. */
import type { VariableValues } from '#platform/config/variables';

export interface VimeoConfig {
  /** Of the account that owns the films, with the scopes `public`, `private` and `video_files`. */
  readonly token: string;
  /** Without a trailing slash. */
  readonly apiUrl: string;
}

export function readVimeo({ VIMEO_TOKEN, VIMEO_API_URL = '' }: VariableValues): VimeoConfig | undefined {
  return VIMEO_TOKEN === undefined ? undefined : { token: VIMEO_TOKEN, apiUrl: VIMEO_API_URL };
}

/** The values as variables, without the token. */
export const describeVimeo = (vimeo: VimeoConfig | undefined) => ({
  VIMEO_TOKEN: vimeo === undefined ? "(not set: films play in Vimeo's player)" : '(set)',
  VIMEO_API_URL: vimeo?.apiUrl ?? '(not used without VIMEO_TOKEN)',
});
