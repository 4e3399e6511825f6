/** Who saves, publishes, unpublishes or restores a version, as versions and the audit log record it. */
import type { Caller } from '#platform/http/route';

export interface AuditActor {
  readonly name: string;
  /** Null for a caller without an account. When the account is deleted, `deletedAccountName` replaces the name. */
  readonly accountId: string | null;
  readonly requestId: string;
}

export const deletedAccountName = 'deleted account';

export const auditActorOf = ({
  caller,
  requestId,
}: {
  readonly caller: Caller;
  readonly requestId: string;
}): AuditActor => ({
  name: nameOf(caller),
  accountId: caller.kind === 'account' ? caller.accountId : null,
  requestId,
});

function nameOf(caller: Caller): string {
  if (caller.kind === 'operator') return caller.name;
  return caller.kind === 'account' ? caller.email : caller.kind;
}
