/**
 * Styles are Tailwind classes, the utilities in `web/src/styles/`, or a CSS module where classes cannot express them. A
 * class of a module that does not exist would have no effect, and TypeScript does not know the names.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const source = join(root, 'web', 'src');
const read = (file: string): string => readFileSync(join(source, file), 'utf8');

const withoutComments = (css: string): string => css.replaceAll(/\/\*[^]*?\*\//g, '');

/** The names of a module's own classes: those in selectors, without `:global(…)`. */
function classesIn(css: string): Set<string> {
  const rules = withoutComments(css);
  const selectors = [...rules.matchAll(/([^{};]*)\{/g)].map(([, selector = '']) => selector);
  const own = selectors.filter((selector) => !selector.trim().startsWith('@')).join('\n');
  return new Set(
    [...own.replaceAll(/:global\([^)]*\)/g, '').matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name),
  );
}

interface Use {
  readonly name: string;
  readonly file: string;
}

/** The classes that components take of each module, by the file of the module. */
function usesByModule(): Map<string, Use[]> {
  const uses = new Map<string, Use[]>();
  for (const file of globSync('**/*.{ts,tsx}', { cwd: source })) {
    const text = read(file);
    for (const [, binding = '', path = ''] of text.matchAll(
      /import (\w*[sS]tyles) from '([^']+\.module\.css)'/g,
    )) {
      const taken = [...text.matchAll(new RegExp(`\\b${binding}(?:\\.(\\w+)|\\['([^']+)'\\])`, 'g'))];
      const module = join(dirname(file), path);
      const known = uses.get(module) ?? [];
      uses.set(module, [
        ...known,
        ...taken.map(([, dotted, quoted]) => ({ name: dotted ?? quoted ?? '', file })),
      ]);
    }
  }
  return uses;
}

test('style sheets outside of web/src/styles are CSS modules', () => {
  const plain = globSync('**/*.css', { cwd: source }).filter(
    (file) => !file.startsWith('styles/') && !file.endsWith('.module.css'),
  );
  expect(plain).toEqual([]);
});

test('CSS modules are imported as `styles`, or with names such as `slotStyles`', () => {
  const others = globSync('**/*.{ts,tsx}', { cwd: source }).flatMap((file) =>
    [...read(file).matchAll(/import (.*) from '[^']+\.module\.css'/g)]
      .filter(([, binding = '']) => !/^(?:styles|\w+Styles)$/.test(binding))
      .map(([statement]) => `${file}: ${statement}`),
  );
  expect(others).toEqual([]);
});

/** What is before each outermost block of a formatted style sheet: its selector or rule, and its comment. */
const startsOfBlocks = (css: string): string[] =>
  css.split(/\{\n[^]*?\n\}\n/).filter((start) => start.trim() !== '');

test('CSS modules begin with the order of layers; a rule that is not in the layer `components` says why', () => {
  const order = '@layer theme, base, components, utilities;\n';
  const errors = globSync('**/*.module.css', { cwd: source }).flatMap((module) => {
    const css = read(module);
    if (!css.startsWith(order)) return [`${module} does not begin with the order of layers`];
    return startsOfBlocks(css.slice(order.length))
      .filter((start) => !/@layer components\s*$|Overrides the utilities|Not in a layer, /.test(start))
      .map((start) => `${module}: not in a layer: ${start.trim()}`);
  });
  expect(errors).toEqual([]);
});

test('every class of a CSS module exists and is used', () => {
  const uses = usesByModule();
  const modules = globSync('**/*.module.css', { cwd: source });
  expect(modules.length).toBeGreaterThan(1);
  const errors = modules.flatMap((module) => {
    const classes = classesIn(read(module));
    const used = uses.get(module) ?? [];
    const names = new Set(used.map(({ name }) => name));
    return [
      ...used
        .filter(({ name }) => !classes.has(name))
        .map(({ name, file }) => `${file}: ${module} has no .${name}`),
      ...[...classes].filter((name) => !names.has(name)).map((name) => `${module}: .${name} is not used`),
    ];
  });
  expect(errors).toEqual([]);
});

/** The names of the animations that a style sheet defines. */
const keyframesIn = (css: string): Set<string> =>
  new Set([...css.matchAll(/@keyframes ([\w-]+)/g)].map(([, name = '']) => name));

test('animations of a CSS module are in the same file, or global ones of motion.css', () => {
  const shared = keyframesIn(read('styles/motion.css'));
  const errors = globSync('**/*.module.css', { cwd: source }).flatMap((module) => {
    const css = withoutComments(read(module));
    const own = keyframesIn(css);
    // The name is the first word of a shorthand.
    return [...css.matchAll(/animation(?:-name)?:\s*([^;\s]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => {
        const [, globalName] = /^global\((.*)\)$/.exec(name) ?? [];
        return name !== 'none' && (globalName === undefined ? !own.has(name) : !shared.has(globalName));
      })
      .map((name) => `${module}: there is no animation ${name}`);
  });
  expect(errors).toEqual([]);
});

test('selectors such as `.composer_field` name a class that exists', () => {
  const modules = new Map(
    globSync('**/*.module.css', { cwd: source }).map((module) => [
      basename(module, '.module.css'),
      classesIn(read(module)),
    ]),
  );
  const errors = globSync('{web/src,e2e,bench,scripts,demo}/**/*.{ts,tsx}', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?<=(.))\.([a-z]\w*?)_(\w+)/g)]
      .filter(([, before = '', module = '', name = '']) => {
        const classes = modules.get(module);
        // Of an unknown module only what is not a property of an object.
        return classes === undefined ? !/[\w)\]?!]/.test(before) : !classes.has(name);
      })
      .map(([selector]) => `${file}: ${selector}`),
  );
  expect(errors).toEqual([]);
});
