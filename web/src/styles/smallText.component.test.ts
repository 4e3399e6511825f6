/** Small text in Chromium as most people have it on Linux: without hinting, at one device pixel per CSS pixel. */
import { expect, test } from 'vitest';
import { FakeServer, ada } from '../testing/fakeServer.ts';
import { openPage, type AppPage } from '../testing/page.ts';

/** The width of a word space in an element, as a share of its font size. */
function wordSpaceIn({ document, window }: AppPage, element: HTMLElement): number {
  element.textContent = 'word word';
  const [range, letter] = [document.createRange(), document.createRange()];
  range.setStart(element.firstChild!, 4);
  range.setEnd(element.firstChild!, 5);
  letter.setStart(element.firstChild!, 0);
  letter.setEnd(element.firstChild!, 4);
  expect(letter.getBoundingClientRect().width).toBeGreaterThan(0);
  return range.getBoundingClientRect().width / parseFloat(window.getComputedStyle(element).fontSize);
}

for (const tag of ['span', 'button'] as const) {
  test(`words do not run together in small text in a ${tag}`, async () => {
    const server = new FakeServer();
    server.signIn(ada);
    const page = await openPage('/v/nightfall/area/lounge', { server });
    await page.document.fonts.ready;
    const element = page.document.createElement(tag);
    page.document.body.append(element);
    for (const pixels of [11, 12, 13, 14, 15, 16]) {
      element.style.fontSize = `${pixels}px`;
      expect(wordSpaceIn(page, element), `${pixels} px`).toBeGreaterThanOrEqual(0.24);
    }
  });
}

test('fields have the same word space as text', async () => {
  const server = new FakeServer();
  server.signIn(ada);
  const page = await openPage('/v/nightfall/area/lounge', { server });
  for (const tag of ['input', 'textarea', 'select'] as const) {
    const field = page.document.createElement(tag);
    page.document.body.append(field);
    const { textRendering, wordSpacing } = page.window.getComputedStyle(field);
    expect([textRendering, wordSpacing]).toEqual(['geometricprecision', '0.9px']);
  }
});
