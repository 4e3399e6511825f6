import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ICruiseOptions, IFlattenedRuleSet } from 'dependency-cruiser';

const webFeaturesWithIndex = globSync('web/src/features/*/index.ts', {
  cwd: join(import.meta.dirname, '..'),
}).map((file) => basename(dirname(file)));

/** Web features that others may import, through their `index.ts`: each imports only those before it. */
const layered = ['session', 'presence', 'chat', 'call', 'profile', 'people'];
/** The frame of every page: imports all of them. */
const frame = ['header', 'drawer'];
const testCode = '\\.(test|testing)\\.tsx?$|/testing/';

const workspaces = '(contract|server|web|designer|standins|demo|e2e|bench)';
const only = (from: string, allowed: string) => ({
  name: `${from}-imports-only-${allowed.replace(/\W+/g, '-')}`,
  severity: 'error' as const,
  from: { path: `^${from}/` },
  to: { path: `^${workspaces}/`, pathNot: `^(${from}|${allowed})/` },
});

const importsOnlyIndexOf = (feature: string, others: readonly string[]) => ({
  name: `web-feature-${feature}-imports-only-${others.join('-') || 'itself'}`,
  severity: 'error' as const,
  from: { path: `^web/src/features/${feature}/`, pathNot: testCode },
  to: {
    path: '^web/src/features/',
    pathNot: [
      `^web/src/features/${feature}/`,
      ...(others.length > 0 ? [`^web/src/features/(${others.join('|')})/index\\.ts$`] : []),
    ],
  },
});

/**
 * contract → nothing; server, demo, web → contract; standins → nothing; e2e and bench → all of these (and the server
 * they start).
 */
export const arrows: IFlattenedRuleSet = {
  forbidden: [
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contract/src/', 'node_modules/zod/'] },
    },
    {
      // Stand-ins are for tests; the product only knows their URLs.
      name: 'only-tests-of-the-server-import-standins',
      severity: 'error',
      from: { path: '^server/', pathNot: '(\\.test\\.ts|\\.fixture\\.ts)$|/testing/' },
      to: { path: '^standins/' },
    },
    only('server', 'contract|standins'),
    only('standins', 'standins'),
    only('web', 'contract'),
    only('demo', 'contract'),
    only('e2e', 'contract|standins|demo|bench'),
    {
      name: 'server-features-never-import-each-other',
      severity: 'error',
      from: { path: '^server/src/features/([^/]+)/', pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: '^server/src/features/', pathNot: '^server/src/features/$1/' },
    },
    {
      name: 'web-features-import-only-the-session-of-each-other',
      severity: 'error',
      from: {
        path: '^web/src/features/([^/]+)/',
        pathNot: `^web/src/features/(${[...layered, ...frame].join('|')})/|${testCode}`,
      },
      to: {
        path: '^web/src/features/',
        pathNot: '^web/src/features/($1/|session/index\\.ts$)',
      },
    },
    ...layered.map((feature, level) => importsOnlyIndexOf(feature, layered.slice(0, level))),
    ...frame.map((feature) => importsOnlyIndexOf(feature, layered)),
    {
      // Widgets import layers: a layer that imported a widget would be above those that the widget imports.
      name: 'layered-web-features-import-no-widgets',
      severity: 'error',
      from: { path: `^web/src/features/(${layered.join('|')})/`, pathNot: testCode },
      to: { path: '^web/src/widgets/' },
    },
    {
      name: 'models-of-web-features-import-no-react',
      severity: 'error',
      from: { path: '^web/src/features/[^/]+/model/', pathNot: testCode },
      to: { path: 'node_modules/react(-dom)?/|^web/src/.*\\.tsx$' },
    },
    {
      // Tests may build what they need from the parts of a feature.
      name: 'server-features-are-imported-through-their-index',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/features/|\\.test\\.ts$|/testing/' },
      to: { path: '^server/src/features/', pathNot: '^server/src/features/[^/]+/index\\.ts$' },
    },
    {
      name: 'web-features-are-imported-by-routes-only',
      severity: 'error',
      from: {
        path: '^web/src/',
        pathNot: `^web/src/(App\\.tsx|routes/|features/)|${testCode}`,
      },
      to: {
        path: '^web/src/features/',
        pathNot: `^web/src/features/(${layered.join('|')})/index\\.ts$`,
      },
    },
    {
      // The other web features are a single component for one route, which imports its file.
      name: 'web-features-with-an-index-are-imported-through-it',
      severity: 'error',
      from: { path: '^web/src/', pathNot: `^web/src/features/|${testCode}` },
      to: { path: `^web/src/features/(${webFeaturesWithIndex.join('|')})/`, pathNot: '/index\\.ts$' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^(server|web)/src/platform/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(server|web)/src/(features|extensions|widgets|routes|app)' },
    },
    {
      name: 'ui-parts-know-no-feature',
      severity: 'error',
      from: { path: '^web/src/ui/' },
      to: { path: '^web/src/(features|widgets|routes)/' },
    },
    {
      name: 'places-of-extensions-know-no-feature',
      severity: 'error',
      from: { path: '^web/src/extensions/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/src/(features|widgets|routes)/' },
    },
    {
      // They are part of the first download. A banner that says that there is no network cannot be downloaded later, and
      // the label of a link must be there at once.
      name: 'extensions-of-every-page-load-their-components',
      severity: 'error',
      from: { path: '/(page|session)\\.extensions\\.ts$', pathNot: '/offline/' },
      to: {
        path: '^web/src/(features|widgets|ui)/',
        pathNot: '/(useTexts|index|import[A-Z]\\w*)\\.ts$',
        dynamic: false,
      },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  ],
};

export const cruiseOptions: ICruiseOptions = {
  parser: 'swc',
  tsPreCompilationDeps: true,
  combinedDependencies: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '(^|/)dist/|^demo/assets/' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'default'],
    extensions: ['.ts', '.tsx', '.js'],
  },
};
