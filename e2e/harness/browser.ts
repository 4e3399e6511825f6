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

/** Returns the path in `CHROME`, or of the Chromium from the packages, which is unpacked once. */
export const browserPath = async (): Promise<string> =>
  process.env['CHROME'] ?? (await chromium.executablePath());
