import { CompiledQuery, type DatabaseConnection, type Driver } from 'kysely';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const run = async (connection: DatabaseConnection, sql: string): Promise<void> => {
  await connection.executeQuery(CompiledQuery.raw(sql));
};

/** The part of the Kysely driver that both engines share. */
export const savepoints: Required<Pick<Driver, 'savepoint' | 'rollbackToSavepoint' | 'releaseSavepoint'>> = {
  savepoint: (connection, name) => run(connection, `savepoint ${quoted(name)}`),
  rollbackToSavepoint: (connection, name) => run(connection, `rollback to savepoint ${quoted(name)}`),
  releaseSavepoint: (connection, name) => run(connection, `release savepoint ${quoted(name)}`),
};
