/** The Chromium of the tests, benchmarks and pictures, and its options. */
import chromium from '@sparticuz/chromium';

export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Without a graphics card, drawing what is blurred behind panels takes a third of the time of the tests: in these, users
 * prefer reduced transparency. The pointer settings are those of Playwright, which this option replaces.
 */
export const testFlags = [
  ...browserFlags,
  '--blink-settings=prefersReducedTransparency=true,primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
];

/** Returns the path in `CHROME`, or of the Chromium from the packages, which is unpacked once. */
export const browserPath = async (): Promise<string> =>
  process.env['CHROME'] ?? (await chromium.executablePath());
