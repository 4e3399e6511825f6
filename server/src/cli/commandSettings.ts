const names = ['DATA_DIR', 'HOST', 'PORT', 'PUBLIC_URL', 'DATABASE_URL_FILE', 'ADMIN_KEY_FILE'];
const plain = /^[\w./:@%+-]+$/;

/**
 * The settings of this environment as shell assignments to write in front of a command. Secrets are omitted.
 * @param url the URL of the server; its port replaces PORT=0
 */
export function commandSettings(env: Readonly<Record<string, string | undefined>>, url: string): string {
  const assignments = names.flatMap((name) => {
    const value = env[name] && name === 'PORT' ? new URL(url).port || '80' : env[name];
    if (value === undefined || value === '') return [];
    return [`${name}=${plain.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`} `];
  });
  return assignments.join('');
}
