/** A page with our own wall in the lounge, for component tests. */
import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import { openPageOf } from '../../../features/chat/testing/chatPage.ts';
import type { FakeChat } from '../../../features/chat/testing/fakeChat.ts';
import type { FakeRoom } from '../../../features/chat/testing/fakeRoom.ts';
import type { AppPage, PageOptions } from '../../../testing/page.ts';
import type { ConfigurationOf } from '../../registry/widgetProps.ts';
import { inLounge, lounge, panel, type ContentWidget } from '../../testing/widgetPage.ts';

export const opened = `${lounge}?widget=wall`;

export const wallWidget = (
  configuration: Partial<ConfigurationOf<'SuperEventSocialWallWidget'>> = {},
): ContentWidget => ({
  id: 'wall',
  type: 'SuperEventSocialWallWidget',
  name: 'Wall',
  configurations: [{ id: 'wall', name: 'wall', cookieProviders: [], wallId: 'evening', ...configuration }],
  placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.5, y: 0.42 } }],
});

/** Puts our own wall into the lounge of a chat's venue, and returns its room. */
export function addWall(
  chat: FakeChat,
  configuration: Partial<ConfigurationOf<'SuperEventSocialWallWidget'>> = {},
): FakeRoom {
  chat.server.change(inLounge(wallWidget(configuration)));
  const room = chat.roomAt({ wallId: 'evening' });
  room.approval = configuration.approval === true;
  return room;
}

export const wall = (page: AppPage): Locator => panel(page, 'Wall');
export const post = (page: AppPage, text: string | RegExp): Locator =>
  wall(page).getByCSS('article').filter({ hasText: text });
export const messageField = (page: AppPage): Locator =>
  wall(page).getByRole('textbox', { name: 'Write a post' });

export async function openWall(
  chat: FakeChat,
  { path = opened, ...options }: PageOptions & { readonly path?: string } = {},
): Promise<AppPage> {
  const page = await openPageOf(chat, path, options);
  await expect.element(wall(page)).toBeVisible();
  return page;
}
