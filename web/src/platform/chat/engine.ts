/** Chat while somebody is here: what is told is heard, what was written goes out, what is open stays whole. */
import {
  chatChanged,
  chatReportsOpen,
  chatRoomChanged,
  chatRoomGone,
  chatTyping,
  type DataOf,
} from '@foyer/contract';
import { ApiError } from '../api/apiError.ts';
import { translate } from '../i18n/i18n.ts';
import { logError } from '../log.ts';
import { realtime } from '../realtime/realtime.ts';
import { showSnackbar } from '../snackbars.ts';
import { initialChat, useChat } from '../state/chat.ts';
import { useConnection } from '../state/connection.ts';
import { useUser } from '../state/user.ts';
import { useVenue } from '../state/venue.ts';
import { chatData, initialChatData, learn, useChatData } from './chatData.ts';
import { forgetWishes, leaveConversation, useStandingWish } from './chatPanel.ts';
import { useChatUnread } from './chatUnread.ts';
import { forgetEarly, openConversation, resumeAll } from './conversations.ts';
import { Outbox, type Written } from './outbox.ts';
import { forgetUntold, tellRead, tellWhenHidden } from './reading.ts';
import { isListed, unreadIn } from './roomFold.ts';
import { hearGone, hearMessage, hearRoom, listRooms } from './rooms.ts';
import { stopTyping, hearTyping } from './typing.ts';
import { forgetAddresses } from './uploads.ts';
import { grantWishes } from './wishes.ts';

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

/** Reads all that a new connection may have missed. */
async function catchUp(): Promise<void> {
  try {
    await listRooms();
    outbox?.emptyAll();
    tellRead();
    resumeAll();
    await grantWishes();
  } catch (fault) {
    if (!(fault instanceof ApiError)) logError('CONNECTION', 'the rooms could not be listed', fault);
    if (chatData().status === 'loading') useChatData.setState({ status: 'failed' });
  }
}

/** Once more, where the rooms could not be listed. */
export function listAgain(): void {
  useChatData.setState({ status: 'loading' });
  void catchUp();
}

const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined);

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
  /** There are more reports than before. */
  readonly tellReports: (open: number) => void;
}

/** @returns what ends it, with all that was known */
export function startChatEngine(ownId: string, { tellNews, tellReports }: Telling): () => void {
  outbox = new Outbox(ownId, () => {
    showSnackbar(translate('chat')('cannotPublish'), { tone: 'warning', timeout: 0 });
  });
  const { name } = useUser.getState().user?.attributes ?? {};
  learn([{ uid: ownId, ...(name !== undefined && { name }) }]);
  const ends = [
    realtime.onOpen(() => void catchUp()),
    realtime.on(chatChanged, (told) => {
      const heard = hearMessage(told, ownId);
      stopTyping(told.roomId, told.message.authorId);
      const isNews = told.message.authorId !== ownId && told.seq === told.message.seq;
      // A conversation that begins with it is not known yet.
      void heard.then(() => isNews && tellNews(told));
    }),
    realtime.on(chatRoomChanged, ({ room }) => {
      const isNew = !chatData().rooms.has(room.id);
      hearRoom(room);
      const { id: roomId, last: message, lastAuthor: author } = room;
      // Of a conversation that begins nothing else is told.
      if (isNew && room.unread > 0 && message && author) tellNews({ roomId, message, author });
    }),
    realtime.on(chatReportsOpen, ({ open }) => {
      const before = chatData().openReports;
      useChatData.setState({ openReports: open });
      if (open > before) tellReports(open);
    }),
    realtime.on(chatRoomGone, ({ roomId }) => hearGone(roomId)),
    realtime.on(chatTyping, ({ roomId, person }) => {
      if (person.uid !== ownId) hearTyping(roomId, person);
    }),
    useVenue.subscribe(({ currentAreaId }, before) => {
      if (currentAreaId !== before.currentAreaId) leaveWithArea(currentAreaId);
    }),
    useChat.subscribe((now, before) => {
      const [roomId] = now.roomChats;
      if (roomId !== undefined && roomId !== before.roomChats[0]) void openConversation(roomId);
      if (now.attendeeToChatUid !== before.attendeeToChatUid) quietly(grantWishes());
    }),
    useStandingWish.subscribe(() => quietly(grantWishes())),
    keepCount(),
    tellWhenHidden(),
  ];
  if (useConnection.getState().status === 'online') void catchUp();
  return () => {
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
