/** A page with a media board in the lounge, for component tests. */
import {
  closeCommentCounts,
  closeMediaBoard,
  listLikes,
  openCommentCounts,
  openMediaBoard,
} from '@foyer/contract';
import type { Locator } from 'vitest/browser';
import type { FakeServer } from '../../../testing/fakeServer.ts';
import type { AppPage } from '../../../testing/page.ts';
import type { ConfigurationOf } from '../../registry/widgetProps.ts';
import { lounge, panel, serverWith, type ContentWidget } from '../../testing/widgetPage.ts';

export type Configuration = ConfigurationOf<'MediaBoardWidget'>;
export type Piece = Configuration['contentPieces'][number];

export const opened = `${lounge}?widget=board`;
export const board = (page: AppPage): Locator => panel(page, 'Ideas');

export const texts = (en: string, ar?: string) => [
  { locale: 'en' as const, text: en },
  ...(ar === undefined ? [] : [{ locale: 'ar' as const, text: ar }]),
];

export const card = (id: string, name: string, rest: Partial<Piece> = {}): Piece => ({
  id,
  names: texts(name),
  ...rest,
});

/** The board `ideas`, named Ideas. */
const boardWidget = (configuration: Partial<Configuration>): ContentWidget => ({
  id: 'board',
  type: 'MediaBoardWidget',
  name: 'Ideas',
  configurations: [
    {
      id: 'always',
      name: 'always',
      cookieProviders: [],
      mediaBoardId: 'ideas',
      contentPieces: [],
      ...configuration,
    },
  ],
  placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.5, y: 0.42 } }],
});

/** A server whose lounge has only this board, without likes and comments. */
export const serverWithBoard = (configuration: Partial<Configuration>): FakeServer =>
  serverWith(boardWidget(configuration))
    .onCommand(openMediaBoard, () => ({ counts: {} }))
    .onCommand(closeMediaBoard, () => undefined)
    .onCommand(openCommentCounts, () => ({ counts: {} }))
    .onCommand(closeCommentCounts, () => undefined)
    .respondTo(listLikes, () => ({ likes: [] }));

/** Publishes a change of the board. */
export const publish = ({ server }: AppPage, change: (configuration: Configuration) => void): void =>
  server.publish((architecture) => {
    const [widget] = architecture.areas.find(({ id }) => id === 'lounge')?.contentWidgets ?? [];
    if (widget?.type === 'MediaBoardWidget') widget.configurations.forEach(change);
  });
