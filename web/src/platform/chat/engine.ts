/** Chat while somebody is here: what is told is heard, what was written goes out, what is open stays whole. */
import {
  bringsIn,
  chatChanged,
  chatReportsOpen,
  chatRoomChanged,
  chatRoomGone,
  chatTyping,
  type ChatRoom,
  type DataOf,
} from '@foyer/contract';
import { translate } from '../i18n/i18n.ts';
import { onReconnect, type ReconnectTask } from '../realtime/onReconnect.ts';
import { realtime } from '../realtime/realtime.ts';
import { showSnackbar } from '../snackbars.ts';
import { initialChat, useChat } from '../state/chat.ts';
import { useUser } from '../state/user.ts';
import { useVenue } from '../state/venue.ts';
import { chatData, initialChatData, learn, useChatData } from './chatData.ts';
import { forgetWishes, leaveConversation, useStandingWish } from './chatPanel.ts';
import { useChatUnread } from './chatUnread.ts';
import { enterConversation, forgetEarly, resumeAll } from './conversations.ts';
import { Outbox, type Written } from './outbox.ts';
import { forgetUntold, tellRead, tellWhenHidden } from './readReceipts.ts';
import { isListed, unreadIn } from './roomReducer.ts';
import { hearGone, hearMessage, hearRoom, listRooms } from './rooms.ts';
import { watchSight } from './visibleRoom.ts';
import { stopTyping, hearTyping } from './typing.ts';
import { forgetAddresses } from './uploads.ts';
import { grantWishes } from './pendingRoom.ts';

export type News = Pick<DataOf<typeof chatChanged>, 'roomId' | 'message' | 'author'>;

let outbox: Outbox | undefined;

export const writeMessage = (written: Written): void => outbox?.write(written);
export const sendAgain = (clientId: string): void => outbox?.again(clientId);
export const discardMessage = (clientId: string): void => outbox?.discard(clientId);

/** An area's room is left with the area. */
function leaveWithArea(areaId: string | null): void {
  const [openId] = useChat.getState().roomChats;
  const room = chatData().rooms.get(openId ?? '');
  if (room?.kind === 'area' && room.areaId !== areaId) leaveConversation();
}

/** Reads all that a new connection may have missed. @throws ApiError where something of it could not be had */
async function catchUp(tellReports: Telling['tellReports']): Promise<void> {
  const before = chatData().openReports;
  try {
    await listRooms();
  } catch (fault) {
    if (chatData().status === 'loading') useChatData.setState({ status: 'failed' });
    throw fault;
  } finally {
    // What waits goes out whether or not the list has come.
    outbox?.emptyAll();
  }
  const { openReports } = chatData();
  tellReports(openReports, openReports - before);
  tellRead();
  resumeAll();
  await grantWishes();
}

let catching: ReconnectTask | undefined;

/** Once more, where the rooms could not be listed. */
export function listAgain(): void {
  useChatData.setState({ status: 'loading' });
  catching?.run();
}

/** A wish that could not be granted is granted with all the rest, once more. */
const grantNow = (): void => void grantWishes().catch(() => catching?.run());

function keepCount(): () => void {
  const count = (): void => {
    const { currentAreaId } = useVenue.getState();
    const { roomChats } = useChat.getState();
    const listed = [...chatData().rooms.values()].filter((room) => isListed(room, currentAreaId, roomChats));
    const unread = unreadIn(listed);
    if (useChatUnread.getState().count !== unread) useChatUnread.setState({ count: unread });
  };
  const ends = [useChatData.subscribe(count), useVenue.subscribe(count), useChat.subscribe(count)];
  return () => {
    for (const end of ends) end();
    useChatUnread.setState({ count: 0 });
  };
}

/** How one is told of what comes while one looks elsewhere. */
export interface Telling {
  readonly tellNews: (news: News) => void;
  /** So many reports wait now, as many more than before, or fewer. */
  readonly tellReports: (open: number, more: number) => void;
  /** One was taken out of the room. */
  readonly tellRemoved: (room: ChatRoom) => void;
}

/** @returns what ends it, with all that was known */
export function startChatEngine(ownId: string, telling: Telling): () => void {
  const { tellNews, tellReports, tellRemoved } = telling;
  outbox = new Outbox(ownId, () => {
    showSnackbar(translate('chat')('cannotPublish'), { tone: 'warning', timeout: 0 });
  });
  const { name } = useUser.getState().user?.attributes ?? {};
  learn([{ uid: ownId, ...(name !== undefined && { name }) }]);
  const ends = [
    realtime.on(chatChanged, (told) => {
      const heard = hearMessage(told, ownId);
      stopTyping(told.roomId, told.message.authorId);
      const { authorId, seq, notice } = told.message;
      // That one was brought in is told with the room.
      const isNews = authorId !== ownId && told.seq === seq && !notice;
      // A conversation that begins with it is not known yet.
      void heard.then(() => isNews && tellNews(told));
    }),
    realtime.on(chatRoomChanged, ({ room }) => {
      const isNew = !chatData().rooms.has(room.id);
      hearRoom(room);
      const { id: roomId, last: message, lastAuthor: author } = room;
      if (!isNew || !message || !author || author.uid === ownId) return;
      // Of a conversation of two that begins nothing else is told.
      const begins = room.kind === 'private' && message.seq === 1 && !message.notice;
      if (begins || bringsIn(message.notice, ownId)) tellNews({ roomId, message, author });
    }),
    realtime.on(chatReportsOpen, ({ open }) => {
      const more = open - chatData().openReports;
      useChatData.setState({ openReports: open });
      tellReports(open, more);
    }),
    realtime.on(chatRoomGone, ({ roomId, removed }) => {
      const room = chatData().rooms.get(roomId);
      hearGone(roomId);
      if (room && removed) tellRemoved(room);
    }),
    realtime.on(chatTyping, ({ roomId, person }) => {
      if (person.uid !== ownId) hearTyping(roomId, person);
    }),
    useVenue.subscribe(({ currentAreaId }, before) => {
      if (currentAreaId !== before.currentAreaId) leaveWithArea(currentAreaId);
    }),
    useChat.subscribe((now, before) => {
      const [roomId] = now.roomChats;
      if (roomId !== undefined && roomId !== before.roomChats[0]) enterConversation(roomId);
      if (now.attendeeToChatUid !== before.attendeeToChatUid) grantNow();
    }),
    useStandingWish.subscribe(grantNow),
    keepCount(),
    tellWhenHidden(),
    watchSight(),
  ];
  catching = onReconnect(() => catchUp(tellReports));
  return () => {
    catching?.end();
    catching = undefined;
    outbox?.end();
    outbox = undefined;
    for (const end of ends) end();
    forgetEarly();
    forgetUntold();
    forgetAddresses();
    forgetWishes();
    useChatData.setState(initialChatData);
    useChat.setState(initialChat);
  };
}
