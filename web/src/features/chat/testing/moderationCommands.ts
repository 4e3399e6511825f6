/** Blocking, reports, mutes and the moderation log. */
import {
  blockInChat,
  closeChatReport,
  listChatActions,
  listChatReports,
  reportChatMessage,
  silenceInChat,
} from '@foyer/contract';
import { Refused } from '../../../testing/fakeServer.ts';
import type { FakeChatStore } from './fakeChatStore.ts';

/** Handles blocking, reports, mutes and the moderation log. */
export function answerModerationCommands(chat: FakeChatStore): void {
  const { server } = chat;
  chat.handle(blockInChat, ({ userId, blocked }) => {
    const person = chat.personOf(userId);
    if (person && blocked) chat.blocked.set(userId, person);
    else chat.blocked.delete(userId);
    for (const room of chat.rooms)
      if (room.other?.uid === userId) room.setReadOnly(blocked ? 'blocked' : undefined);
    return undefined;
  });
  chat.handle(reportChatMessage, () => undefined);
  chat.handle(silenceInChat, ({ userId, forMs }) => {
    for (const [at, { holds: _, ...past }] of chat.actions.entries())
      if (past.person?.uid === userId) chat.actions[at] = past;
    const [person] = chat.peopleOf([userId]);
    if (forMs === 0) chat.logAction({ kind: 'unsilenced', person });
    else chat.logAction({ kind: 'silenced', person, holds: true });
    return undefined;
  });
  server.answer(listChatReports, ({ query: { state } }) => ({
    reports: chat.reports.filter(({ closed }) => (closed ? 'closed' : 'open') === state),
    more: false,
  }));
  server.answer(closeChatReport, ({ params: { reportId }, body: { outcome } }) => {
    const at = chat.reports.findIndex(({ id }) => id === reportId);
    const report = chat.reports[at];
    if (!report) throw new Refused({ code: 'notFound' });
    chat.reports[at] = { ...report, closed: { by: chat.own, at: chat.now(), outcome } };
    if (outcome === 'deleted')
      chat.findRoom(({ id }) => id === report.roomId).delete(report.message.seq, 'host');
    chat.logAction({ kind: outcome === 'deleted' ? 'reportDeleted' : 'reportKept', person: report.author });
    chat.broadcastReports();
    return undefined;
  });
  server.answer(listChatActions, () => ({ actions: [...chat.actions], more: false }));
}
