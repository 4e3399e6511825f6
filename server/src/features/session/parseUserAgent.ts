/** Browser and operating system from the User-Agent header, for the list of devices. */

/** The first match counts: many browsers also send the names of others. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns '' for an unknown browser or system. */
export function parseUserAgent(userAgent: string | undefined): { browser: string; os: string } {
  const text = (userAgent ?? '').slice(0, 500);
  const findName = (names: typeof browsers) => names.find(([pattern]) => pattern.test(text))?.[1] ?? '';
  return { browser: findName(browsers), os: findName(systems) };
}
