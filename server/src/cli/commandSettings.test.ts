import { expect, test } from 'vitest';
import { commandSettings } from './commandSettings.ts';

const url = 'http://127.0.0.1:8731';

test('the settings of a server are printed in front of a command, without secrets', () => {
  expect(commandSettings({}, url)).toBe('');
  expect(
    commandSettings({ PORT: '0', DATA_DIR: "/srv/the organiser's data", ADMIN_KEY: 'hush', HOST: '' }, url),
  ).toBe(String.raw`DATA_DIR='/srv/the organiser'\''s data' PORT=8731 `);
  expect(commandSettings({ PORT: '80' }, 'http://127.0.0.1:80')).toBe('PORT=80 ');
});
