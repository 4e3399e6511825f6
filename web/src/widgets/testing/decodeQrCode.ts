import jsQr from 'jsqr';
import type { Locator } from 'vitest/browser';
import type { AppPage } from '../../testing/page.ts';

/** Reads a code as a phone's camera does. */
export async function decodeQrCode(page: AppPage, code: Locator): Promise<string | undefined> {
  const picture = new Image(500, 500);
  picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(code.element()))}`;
  await picture.decode();
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('This browser has no canvas.');
  Object.assign(context.canvas, { width: 500, height: 500 });
  // The color behind the code on the page.
  context.fillStyle = page.window.getComputedStyle(page.document.documentElement).backgroundColor;
  context.fillRect(0, 0, 500, 500);
  context.drawImage(picture, 0, 0, 500, 500);
  return jsQr(context.getImageData(0, 0, 500, 500).data, 500, 500, { inversionAttempts: 'dontInvert' })?.data;
}
