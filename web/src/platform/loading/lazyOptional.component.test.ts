import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { optionalBackoff } from '../time/retryTimer.ts';
import { lazyOptional } from './lazyOptional.tsx';

test('a component whose download failed is downloaded again after a delay, while the browser stays online', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let attempts = 0;
  const Optional = lazyOptional(
    async () => {
      attempts += 1;
      if (attempts < 3) throw new Error('download failed');
      return { default: () => createElement('p', {}, 'The chat') };
    },
    [],
    () => createElement('p', {}, 'No chat'),
  );
  await render(createElement(Optional));
  await expect.element(page.getByText('No chat')).toBeVisible();
  await vi.advanceTimersByTimeAsync(optionalBackoff.firstMs);
  expect(attempts).toBe(2);
  await vi.advanceTimersByTimeAsync(2 * optionalBackoff.firstMs);
  vi.useRealTimers();
  expect(attempts).toBe(3);
  await expect.element(page.getByText('The chat')).toBeVisible();
  await expect.element(page.getByText('No chat')).not.toBeInTheDocument();
});
