/** The language as the visitor's browser writes it: `en-GB` for `en`, so that hours and dates look as at home. */
export function regionalTag(language: string, browser: readonly string[] = navigator.languages): string {
  // Some browsers have tags that no formatter takes, `en-US@posix` for one.
  const isTag = (tag: string) => {
    try {
      return Intl.getCanonicalLocales(tag).length === 1;
    } catch {
      return false;
    }
  };
  return browser.find((tag) => tag.startsWith(`${language}-`) && isTag(tag)) ?? language;
}
