/** Which Chromium the tests, benches and pictures use, and how it is started. */
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

/** `CHROME` names another browser; otherwise the one that came with the packages, unpacked once. */
export const browserPath = async (): Promise<string> =>
  process.env['CHROME'] ?? (await chromium.executablePath());
