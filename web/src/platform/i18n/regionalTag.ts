/**
 * The regional variant of a language that the browser prefers, `en-GB-u-nu-latn` for `en`, for the formats of numbers, times
 * and dates. All have Latin digits, as those in the texts.
 */
export function regionalTag(language: string, browser: readonly string[] = navigator.languages): string {
  // Some browsers have tags that formatters reject, for example `en-US@posix`.
  const isTag = (tag: string) => {
    try {
      return Intl.getCanonicalLocales(tag).length === 1;
    } catch {
      return false;
    }
  };
  const tag = browser.find((each) => each.startsWith(`${language}-`) && isTag(each)) ?? language;
  return new Intl.Locale(tag, { numberingSystem: 'latn' }).toString();
}
