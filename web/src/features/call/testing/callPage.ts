/** Opens pages with calls in component tests, and locates their elements. */
import { subscribeToCalls } from '@foyer/contract';
import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import type { AppPage, PageOptions } from '../../../testing/page.ts';
import { openLounge } from '../../chat/testing/chatPage.ts';
import { bo } from '../../chat/testing/users.ts';
import { FakeCalls } from './fakeCalls.ts';
import { FakeMedia } from './fakeMedia.ts';

export interface CallPage {
  readonly page: AppPage;
  readonly media: FakeMedia;
  readonly calls: FakeCalls;
}

type CallPageOptions = PageOptions & {
  readonly path?: string;
  readonly media?: FakeMedia;
  readonly calls?: FakeCalls;
};

/** Opens the lounge as Ada Lind, with devices. */
export async function openCallPage(options: CallPageOptions = {}): Promise<CallPage> {
  const { media = new FakeMedia(), calls = new FakeCalls(), prepare, ...rest } = options;
  const page = await openLounge(calls.chat, {
    ...rest,
    prepare: (window) => {
      media.attach(window);
      prepare?.(window);
    },
  });
  await expect.poll(() => calls.chat.server.commands(subscribeToCalls)).not.toEqual([]);
  return { page, media, calls };
}

export const bosProfilePath = `/v/nightfall/area/lounge?lang=en&profile=${bo.uid}`;

export const callPanel = (page: AppPage): Locator => page.getByCSS('[data-dialog="call"]');
export const ringing = (page: AppPage): Locator => page.getByRole('alertdialog');
export const preview = (page: AppPage): Locator => page.getByCSS('[data-dialog="call-preview"]');
/** The snackbar about a call that has ended. */
export const endSnackbar = (page: AppPage): Locator =>
  page.getByCSS('[role="status"] li').filter({ hasText: 'The call has ended' });
export const endDialog = (page: AppPage): Locator => page.getByCSS('[data-dialog="call-over"]');
export const tile = (page: AppPage, name: string): Locator =>
  callPanel(page).getByCSS('[data-member]').filter({ hasText: name });
export const callButton = (page: AppPage): Locator =>
  page.getByCSS('[data-slot=panel]').getByRole('button', { name: 'Call', exact: true });
export const callControl = (page: AppPage, name: string): Locator =>
  callPanel(page).getByRole('button', { name, exact: true });

/** Opens the preview of a call with Bo from his profile. */
export async function openPreview(options: CallPageOptions = {}): Promise<CallPage> {
  const opened = await openCallPage({ path: bosProfilePath, ...options });
  await callButton(opened.page).click();
  await expect.element(preview(opened.page)).toBeVisible();
  return opened;
}

export const startFromPreview = (page: AppPage): Promise<void> =>
  preview(page)
    .getByRole('button', { name: /^(Call|Join)$/ })
    .click();

/** Starts a call with Bo, who accepts it. */
export async function callBo(options: CallPageOptions = {}): Promise<CallPage> {
  const opened = await openPreview(options);
  const { page, calls } = opened;
  await startFromPreview(page);
  await expect.element(callPanel(page)).toMatchTextContent('Calling Bo Nilsson');
  calls.join(bo);
  await expect.element(tile(page, 'Bo Nilsson')).toHaveAttribute('data-state', 'connected');
  return opened;
}

export const expectReleased = (media: FakeMedia): Promise<void> =>
  expect.poll(() => media.isReleased).toBe(true);
