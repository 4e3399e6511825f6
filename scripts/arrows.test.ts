/** The import rules report what they forbid, and nothing else: they run on a small copy of the folders. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { expect, onTestFinished, test } from 'vitest';
import { arrows, cruiseOptions } from './arrows.rules.ts';

/** The names of the rules that an import violates. */
async function violatedBy(from: string, to: string): Promise<string[]> {
  const baseDir = mkdtempSync(join(tmpdir(), 'foyer-arrows-'));
  onTestFinished(() => rmSync(baseDir, { recursive: true }));
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(baseDir, file)), { recursive: true });
    writeFileSync(join(baseDir, file), text);
  };
  write(to, 'export const value = 1;\n');
  write(from, `import '${'../'.repeat(from.split('/').length - 1)}${to}';\n`);
  const { output } = await cruise(['.'], { ...cruiseOptions, baseDir, validate: true, ruleSet: arrows });
  return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name);
}

const throughIndex = 'server-features-are-imported-through-their-index';

test.each([
  ['server/src/app.ts', 'server/src/features/chat/service.ts', [throughIndex]],
  ['server/src/cli/user.ts', 'server/src/features/chat/rooms/index.ts', [throughIndex]],
  ['server/src/app.ts', 'server/src/features/chat/index.ts', []],
  ['server/src/app.test.ts', 'server/src/features/chat/service.ts', []],
  ['server/src/testing/foyer.ts', 'server/src/features/chat/service.ts', []],
  ['server/src/features/chat/index.ts', 'server/src/features/chat/service.ts', []],
  [
    'server/src/features/call/service.ts',
    'server/src/features/chat/index.ts',
    ['server-features-never-import-each-other'],
  ],
  [
    'web/src/widgets/ImageWidget/ImageWidget.tsx',
    'web/src/features/dock/Dock.tsx',
    ['web-features-are-imported-by-routes-only'],
  ],
  ['web/src/routes/areaView.tsx', 'web/src/features/dock/Dock.tsx', []],
  [
    'web/src/routes/areaView.tsx',
    'web/src/features/area/AreaScreen.tsx',
    ['web-features-with-an-index-are-imported-through-it'],
  ],
  ['web/src/routes/areaView.tsx', 'web/src/features/area/index.ts', []],
  ['web/src/features/people/PersonRow.tsx', 'web/src/features/presence/index.ts', []],
  ['web/src/widgets/FloorplanWidget/useFloorplan.ts', 'web/src/features/presence/index.ts', []],
  [
    'web/src/features/people/PersonRow.tsx',
    'web/src/features/presence/model/presence.ts',
    ['web-feature-people-imports-only-session-presence-chat-call-profile'],
  ],
  [
    'web/src/features/chat/Room.tsx',
    'web/src/features/call/index.ts',
    ['web-feature-chat-imports-only-session-presence'],
  ],
  [
    'web/src/features/dock/Dock.tsx',
    'web/src/features/chat/index.ts',
    ['web-features-import-only-the-session-of-each-other'],
  ],
  ['web/src/features/dock/Dock.tsx', 'web/src/features/session/index.ts', []],
  ['web/src/features/presence/usePresence.ts', 'web/src/features/session/index.ts', []],
  ['web/src/main.tsx', 'web/src/features/session/index.ts', []],
  [
    'web/src/features/dock/Dock.tsx',
    'web/src/features/session/model/session.ts',
    ['web-features-import-only-the-session-of-each-other'],
  ],
  [
    'web/src/features/session/model/session.ts',
    'web/src/features/presence/index.ts',
    ['web-feature-session-imports-only-itself'],
  ],
  [
    'web/src/features/chat/message/MessageRow.tsx',
    'web/src/widgets/registry/registry.ts',
    ['layered-web-features-import-no-widgets'],
  ],
  ['web/src/features/area/preloading.ts', 'web/src/widgets/host/useWidgetComponent.ts', []],
  ['web/src/features/call/call.component.test.ts', 'web/src/widgets/testing/widgetPage.ts', []],
  [
    'web/src/widgets/FloorplanWidget/useFloorplan.ts',
    'web/src/features/presence/model/presence.ts',
    ['web-features-are-imported-by-routes-only', 'web-features-with-an-index-are-imported-through-it'],
  ],
  [
    'web/src/features/chat/model/chat.ts',
    'web/src/platform/visit/VisitProvider.tsx',
    ['models-of-web-features-import-no-react'],
  ],
  [
    'web/src/features/chat/model/chat.ts',
    'node_modules/react/index.js',
    ['models-of-web-features-import-no-react'],
  ],
  ['web/src/features/chat/useChat.ts', 'web/src/platform/visit/VisitProvider.tsx', []],
  ['web/src/platform/api/client.ts', 'web/src/features/session/index.ts', ['platform-knows-no-feature']],
  ['web/src/platform/api/client.ts', 'web/src/extensions/connection.ts', ['platform-knows-no-feature']],
  ['web/src/ui/Face.tsx', 'web/src/features/session/index.ts', ['ui-parts-know-no-feature']],
  [
    'web/src/extensions/connection.ts',
    'web/src/features/session/index.ts',
    ['places-of-extensions-know-no-feature'],
  ],
])('%s imports %s', async (from, to, violated) => {
  expect(await violatedBy(from, to)).toEqual(violated);
});
