/** The regional variant of a language that the browser prefers, `en-GB` for `en`, for the formats of times and dates. */
export function regionalTag(language: string, browser: readonly string[] = navigator.languages): string {
  // Some browsers have tags that formatters reject, for example `en-US@posix`.
  const isTag = (tag: string) => {
    try {
      return Intl.getCanonicalLocales(tag).length === 1;
    } catch {
      return false;
    }
  };
  return browser.find((tag) => tag.startsWith(`${language}-`) && isTag(tag)) ?? language;
}
