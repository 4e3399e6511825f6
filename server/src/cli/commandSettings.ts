const names = ['DATA_DIR', 'HOST', 'PORT', 'PUBLIC_URL', 'DATABASE_URL_FILE', 'ADMIN_KEY_FILE'];
const plain = /^[\w./:@%+-]+$/;

/**
 * The settings of this environment that a command must be given as well, in front of it; secrets are left out.
 * @param url where the server answers, whichever port it was given
 */
export function commandSettings(env: Readonly<Record<string, string | undefined>>, url: string): string {
  const given = names.flatMap((name) => {
    const value = env[name] && name === 'PORT' ? new URL(url).port || '80' : env[name];
    if (value === undefined || value === '') return [];
    return [`${name}=${plain.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`} `];
  });
  return given.join('');
}
