/** Blocking, reports, mutes and the moderation log. */
import {
  setChatUserBlocked,
  closeChatReport,
  listModerationLog,
  listChatReports,
  reportChatMessage,
  muteChatUser,
} from '@foyer/contract';
import { RejectedCall } from '../../../testing/fakeServer.ts';
import type { FakeChatStore } from './fakeChatStore.ts';

/** Handles blocking, reports, mutes and the moderation log. */
export function answerModerationCommands(chat: FakeChatStore): void {
  const { server } = chat;
  chat.handle(setChatUserBlocked, ({ userId, blocked }) => {
    const user = chat.userOf(userId);
    if (user && blocked) chat.blocked.set(userId, user);
    else chat.blocked.delete(userId);
    for (const room of chat.rooms)
      if (room.otherMember?.uid === userId) room.setReadOnly(blocked ? 'blocked' : undefined);
    return undefined;
  });
  chat.handle(reportChatMessage, () => undefined);
  chat.handle(muteChatUser, ({ userId, durationMs }) => {
    for (const [at, { inEffect: _, ...past }] of chat.entries.entries())
      if (past.user?.uid === userId) chat.entries[at] = past;
    const [user] = chat.usersOf([userId]);
    if (durationMs === 0) chat.logAction({ kind: 'unmuted', user });
    else chat.logAction({ kind: 'muted', user, inEffect: true });
    const mute = { userId, ...(durationMs !== undefined && { until: chat.now() + durationMs }) };
    chat.setMutes([
      ...chat.mutes.filter((each) => each.userId !== userId),
      ...(durationMs === 0 ? [] : [mute]),
    ]);
    return undefined;
  });
  server.respondTo(listChatReports, ({ query: { state } }) => ({
    reports: chat.reports.filter(({ closed }) => (closed ? 'closed' : 'open') === state),
    hasMore: false,
  }));
  server.respondTo(closeChatReport, ({ params: { reportId }, body: { outcome } }) => {
    const at = chat.reports.findIndex(({ id }) => id === reportId);
    const report = chat.reports[at];
    if (!report) throw new RejectedCall({ code: 'notFound' });
    chat.reports[at] = { ...report, closed: { by: chat.own, at: chat.now(), outcome } };
    if (outcome === 'deleted')
      chat.findRoom(({ id }) => id === report.roomId).delete(report.message.seq, 'host');
    chat.logAction({ kind: outcome === 'deleted' ? 'reportDeleted' : 'reportKept', user: report.author });
    chat.broadcastReports();
    return undefined;
  });
  server.respondTo(listModerationLog, () => ({ entries: [...chat.entries], hasMore: false }));
}
