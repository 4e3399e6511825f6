import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultWidgetSettings } from '@foyer/contract';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError, describeConfig, readConfig, withPort, type Environment } from '#platform/config/config';

/** The lines of the error with which an environment is rejected. */
function errorLinesOf(env: Environment): string[] {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message.split('\n');
  }
  return [];
}

function createFile(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'value'), content);
  return join(folder, 'value');
}

test('by default the server listens on port 8080 of this machine only', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ host: '127.0.0.1', port: 8080, publicUrl: 'http://localhost:8080' });
  expect(config.locales).toEqual({ default: 'en', supported: ['en', 'de', 'ar'] });
  expect(config.trustedProxies).toEqual([]);
});

test('an empty value counts as not set', () => {
  expect(readConfig({ PORT: '', TAB_TITLE: '', TRUSTED_PROXIES: '' })).toEqual(readConfig({}));
});

test.each([
  ['PORT', 'eighty'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['HOST', 'a host'],
  ['PUBLIC_URL', 'venue.example.org'],
  ['PUBLIC_URL', 'ftp://venue.example.org'],
  ['PUBLIC_URL', 'https://venue.example.org/path'],
  ['PUBLIC_URL', 'https://user:word@venue.example.org'],
  ['S3_ENDPOINT', 'minio'],
  ['S3_BUCKET', 'A Bucket'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', 'true'],
  ['TRUSTED_PROXIES', '1'],
  ['LOG_LEVEL', 'loud'],
  ['LOCALES', 'en,xx'],
  ['LOCALES', 'en,en'],
  ['LOCALES', ','],
  ['TAB_TITLE', 'two\nlines'],
  ['FAVICON', '//evil.example/x.png'],
  ['FAVICON', 'javascript:alert(1)'],
  ['FAVICON', 'https://icons.example/x.png; script-src *'],
  ['STOP_DELAY', '301'],
  ['ANALYTICS_RETENTION_DAYS', '0'],
  ['MATOMO_URL', 'matomo.example.org'],
  ['MATOMO_URL', 'https://user:word@matomo.example.org'],
  ['MATOMO_URL', 'https://matomo.example.org/?module=API'],
  ['MATOMO_URL', 'https://matomo.example.org;script-src *'],
  ['MATOMO_SCRIPT', 'yes'],
  ['MATOMO_URL', 'https://matomo.example.org/matomo.php'],
])(
  'an invalid %s, %j, is reported in one line with its name, its value and the expected values',
  (name, value) => {
    const lines = errorLinesOf({ [name]: value }).filter((line) => line.startsWith(`${name} is `));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(JSON.stringify(value));
    expect(lines[0]).toMatch(/; expected \S+/);
  },
);

test.each([
  ['ADMIN_KEY', 'too-short'],
  ['ADMIN_KEY', 'has spaces in it and is long enough'],
  ['DATABASE_URL', 'mysql://user:hunter22@host/db'],
  ['MATOMO_TOKEN', 'token of matomo'],
])('the value of an invalid %s is not shown', (name, value) => {
  const [line] = errorLinesOf({ [name]: value });
  expect(line).toMatch(new RegExp(`^${name} is invalid; expected `));
  expect(line).not.toContain(value);
});

test('each invalid value has its own line', () => {
  const lines = errorLinesOf({ PORT: 'x', LOG_LEVEL: 'y', LOCALES: 'z' });
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['PORT', 'LOG_LEVEL', 'LOCALES']);
});

test('a secret can be read from a file', () => {
  const file = createFile('a-key-from-a-file-of-secrets\n');
  expect(readConfig({ ADMIN_KEY_FILE: file }).adminKey).toBe('a-key-from-a-file-of-secrets');
});

test('a secret that is set twice or whose file cannot be read is rejected', () => {
  const file = createFile('a-key-from-a-file-of-secrets');
  const key = 'a-key-from-the-environment';
  expect(errorLinesOf({ ADMIN_KEY: key, ADMIN_KEY_FILE: file })).toEqual([
    'ADMIN_KEY and ADMIN_KEY_FILE are both set; expected one of them',
  ]);
  expect(errorLinesOf({ ADMIN_KEY_FILE: `${file}.not` })[0]).toMatch(
    /^ADMIN_KEY_FILE is ".*", which cannot be read/,
  );
  expect(errorLinesOf({ ADMIN_KEY_FILE: createFile('') })[0]).toMatch(
    /^ADMIN_KEY_FILE is ".*", which is empty/,
  );
});

test('S3 requires all of its four variables', () => {
  const [line] = errorLinesOf({ S3_BUCKET: 'foyer', S3_ENDPOINT: 'http://127.0.0.1:9000' });
  expect(line).toMatch(/^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY not set; expected all of/);
});

test('CALL-28p a Zoom app needs its key and its secret', () => {
  const ZOOM_SDK_KEY = 'client-id';
  const ZOOM_SDK_SECRET = 'client-secret-of-an-app';
  expect(readConfig({ ZOOM_SDK_KEY, ZOOM_SDK_SECRET }).zoom).toEqual({
    sdkKey: ZOOM_SDK_KEY,
    sdkSecret: ZOOM_SDK_SECRET,
  });
  expect(readConfig({})).not.toHaveProperty('zoom');
  const both = 'expected all of ZOOM_SDK_KEY, ZOOM_SDK_SECRET, or none of them';
  expect(errorLinesOf({ ZOOM_SDK_KEY })).toEqual([`ZOOM_SDK_SECRET not set; ${both}`]);
  expect(errorLinesOf({ ZOOM_SDK_SECRET })).toEqual([`ZOOM_SDK_KEY not set; ${both}`]);
  expect(errorLinesOf({ ZOOM_SDK_KEY, ZOOM_SDK_SECRET: 'too-short' })).toEqual([
    expect.stringMatching(/^ZOOM_SDK_SECRET is invalid; expected the client secret/),
  ]);
});

test('WIDGET-17j meetings of Webex are shown in a frame only if the operator says so', () => {
  expect(readConfig({}).widgets).toEqual(defaultWidgetSettings);
  const on = readConfig({ WEBEX_EMBEDDED: 'true' });
  expect(on.widgets).toEqual({ ...defaultWidgetSettings, webexEmbedded: true });
  expect(describeConfig(on)).toContain('WEBEX_EMBEDDED=true');
  expect(errorLinesOf({ WEBEX_EMBEDDED: 'yes' })).toEqual([
    'WEBEX_EMBEDDED is "yes"; expected true or false',
  ]);
});

test('CALL-11a films on Vimeo are streamed only with a token of their owner, which is not printed', () => {
  const VIMEO_TOKEN = 'token-of-the-owner';
  expect(readConfig({})).not.toHaveProperty('vimeo');
  const on = readConfig({ VIMEO_TOKEN, VIMEO_API_URL: 'http://127.0.0.1:9/' });
  expect(on.vimeo).toEqual({ token: VIMEO_TOKEN, apiUrl: 'http://127.0.0.1:9' });
  expect(on.widgets).toEqual({ ...defaultWidgetSettings, vimeoStreams: true });
  expect(readConfig({ VIMEO_TOKEN }).vimeo?.apiUrl).toBe('https://api.vimeo.com');
  expect(describeConfig(on)).toEqual(
    expect.arrayContaining(['VIMEO_TOKEN=(set)', 'VIMEO_API_URL=http://127.0.0.1:9']),
  );
  expect(errorLinesOf({ VIMEO_TOKEN: 'two words' })).toEqual([
    expect.stringMatching(/^VIMEO_TOKEN is invalid; expected an access token/),
  ]);
});

test('the settings of Matomo need its URL, which may have a path', () => {
  expect(readConfig({}).analytics).toEqual({ retentionDays: 30 });
  expect(
    readConfig({ MATOMO_URL: 'https://example.org/matomo/', MATOMO_TOKEN: '0123456789abcdef' }).analytics
      .matomo,
  ).toEqual({ url: 'https://example.org/matomo', token: '0123456789abcdef', script: false });
  const lines = errorLinesOf({ MATOMO_TOKEN: '0123456789abcdef', MATOMO_SCRIPT: 'true' });
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['MATOMO_TOKEN', 'MATOMO_SCRIPT']);
  expect(errorLinesOf({ MATOMO_URL: 'matomo', MATOMO_SCRIPT: 'true' })).toHaveLength(1);
});

test('a described configuration does not contain secrets', () => {
  const lines = describeConfig(
    readConfig({
      ADMIN_KEY: 'the-secret-of-administrators',
      DATABASE_URL: 'postgresql://foyer:hunter22@db:5432/foyer?password=hunter22',
      S3_ENDPOINT: 'http://127.0.0.1:9000',
      S3_BUCKET: 'foyer',
      S3_ACCESS_KEY_ID: 'AKIDSECRET',
      S3_SECRET_ACCESS_KEY: 'S3SECRET',
      MATOMO_URL: 'https://matomo.example.org',
      MATOMO_TOKEN: 'MATOMOSECRET',
      ZOOM_SDK_KEY: 'zoom-key',
      ZOOM_SDK_SECRET: 'ZOOMSECRET-0123456789',
    }),
  ).join('\n');
  expect(lines).toContain('DATABASE_URL=postgresql://foyer:(secret)@db:5432/foyer\n');
  for (const secret of ['hunter22', 'the-secret', 'AKIDSECRET', 'S3SECRET', 'MATOMOSECRET', 'ZOOMSECRET'])
    expect(lines).not.toContain(secret);
});

test('withPort puts the bound port into the default public URL, but not into a configured one', () => {
  expect(withPort(readConfig({ PORT: '0' }), 4711).publicUrl).toBe('http://localhost:4711');
  const named = readConfig({ PORT: '0', PUBLIC_URL: 'https://venue.example.org' });
  expect(withPort(named, 4711).publicUrl).toBe('https://venue.example.org');
});
