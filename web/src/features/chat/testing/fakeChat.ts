import {
  deleteChatUpload,
  exportChatRoom,
  createChatUploadUrls,
  createHeldPostUploadUrls,
} from '@foyer/contract';
import { ada, FakeServer, type FakeUser, type PageWindow } from '../../../testing/fakeServer.ts';
import { FakeChatStore } from './fakeChatStore.ts';
import { answerHeldPostCommands } from './heldPostCommands.ts';
import { answerMessageCommands } from './messageCommands.ts';
import { answerModerationCommands } from './moderationCommands.ts';
import { answerPostCommands } from './postCommands.ts';
import { answerRoomCommands } from './roomCommands.ts';

/** One red pixel. */
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

/**
 * A fake server with chat, in the test venue. The page belongs to Ada unless a test says otherwise, and Bo, Cy and Di are
 * in the lounge.
 */
export class FakeChat extends FakeChatStore {
  constructor(user: FakeUser | 'guest' = ada, server = new FakeServer()) {
    super(user, server);
    answerMessageCommands(this);
    answerRoomCommands(this);
    answerPostCommands(this);
    answerModerationCommands(this);
    answerHeldPostCommands(this);
    server.respondTo(deleteChatUpload, () => undefined);
    const pictureUrls = () => ({ url: picture, previewUrl: picture, expiresAt: this.now() + 600_000 });
    server.respondTo(createChatUploadUrls, pictureUrls);
    server.respondTo(createHeldPostUploadUrls, pictureUrls);
    server.respondTo(exportChatRoom, () => new Blob(['{}\n']) as never);
  }

  static asGuest(server = new FakeServer()): FakeChat {
    return new FakeChat('guest', server);
  }

  /** Runs in the page before the app. */
  readonly attach = (page: PageWindow): void => {
    this.page = page;
    this.uploads.attach(page);
  };
}
