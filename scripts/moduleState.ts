/**
 * Finds the mutable state of the modules in `web/src`. It lives as long as the page, longer than the visit of a user.
 * `moduleState.allowed.ts` lists it with its owners. Prints the table, and fails if the state differs from that list.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, type ESTree } from 'vite';
import { allowed, owners, type AllowedState } from './moduleState.allowed.ts';

type Node = ESTree.Node;

export interface StateBinding {
  /** Relative to the repository. */
  readonly file: string;
  /** A static field is `Class.field`, a default export `default`. */
  readonly name: string;
  /** Why it is state: `let`, the call that creates it such as `new Map`, or `mutated`. */
  readonly kind: string;
}

/** Functions and classes whose results are not state. The result of any other one, when a module is loaded, is state. */
const stateless: ReadonlySet<string> = new Set([
  // Values that do not change. Only the flags g and y give a regular expression a position.
  'new PageError',
  'new RegExp',
  'Number',
  'searchOfPart',
  'sortExtensions',
  // Descriptions of routes and widget types.
  'createRootRoute',
  'createRoute',
  'defineEntry',
  'legacyPath',
  // Components, which keep only their downloaded code, and contexts, whose values are in the tree of components.
  'createContext',
  'lazy',
  'lazyOptional',
  'memo',
  'pageComponent',
  // Hooks, rules of form fields and other functions.
  'bundledTexts',
  'hookOfEach',
  'reportsOf',
  'required',
  'sessionNavigation',
  'trimmed',
  // Access to the storage of the browser. A map as its fallback is state.
  'safeStorage',
]);
/** Methods whose result is state. */
const statefulMethods: ReadonlySet<string> = new Set(['createElement', 'matchMedia', 'withResolvers']);
/** Methods that call a function during the load of a module. */
const callingMethods: ReadonlySet<string> = new Set(['flatMap', 'from', 'map']);
const mutatingMethods: ReadonlySet<string> = new Set(
  'add clear copyWithin delete fill pop push reverse set shift sort splice unshift'.split(' '),
);
/** Functions of `Object` and `Reflect` that change their first argument. */
const mutatingFunctions: ReadonlySet<string> = new Set([
  'assign',
  'defineProperty',
  'defineProperties',
  'set',
]);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
/** Without types, which are most nodes of some modules. */
function childrenOf(node: Node): readonly Node[] {
  const children: Node[] = [];
  const add = (value: unknown): void => {
    if (isNode(value) && !isType(value)) children.push(value);
  };
  for (const value of Object.values(node) as unknown[])
    if (Array.isArray(value)) value.forEach(add);
    else add(value);
  return children;
}
const isType = ({ type }: Node): boolean =>
  type === 'TSTypeAnnotation' || type === 'TSTypeParameterInstantiation' || type === 'TSInterfaceDeclaration';

type AnyFunction = Extract<
  Node,
  { type: 'ArrowFunctionExpression' | 'FunctionExpression' | 'FunctionDeclaration' }
>;
const isFunction = (node: Node): node is AnyFunction =>
  node.type === 'ArrowFunctionExpression' ||
  node.type === 'FunctionExpression' ||
  node.type === 'FunctionDeclaration';

/** The node without type assertions and parentheses. */
function withoutTypes(node: Node): Node {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return withoutTypes(node.expression);
    default:
      return node;
  }
}

/** The name of a variable, or of the member that an expression reads. */
function nameOf(node: Node): string | undefined {
  if (node.type === 'MemberExpression') return nameOf(node.property);
  return node.type === 'Identifier' || node.type === 'PrivateIdentifier' ? node.name : undefined;
}

const methodOf = (callee: Node): string | undefined =>
  callee.type === 'MemberExpression' ? nameOf(callee) : undefined;

/** The names that a pattern declares. */
function namesOf(pattern: Node): readonly string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'Property':
      return namesOf(pattern.value);
    case 'AssignmentPattern':
      return namesOf(pattern.left);
    case 'RestElement':
    case 'ObjectPattern':
    case 'ArrayPattern':
      return childrenOf(pattern).flatMap(namesOf);
    default:
      return [];
  }
}

/** The function that a node calls, or the class that it constructs, as in `stateless`. */
function calledBy(node: Node): string | undefined {
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return undefined;
  const callee = withoutTypes(node.callee);
  if (node.type === 'NewExpression') return `new ${nameOf(callee) ?? 'class'}`;
  return callee.type === 'Identifier' ? callee.name : undefined;
}

/**
 * Finds the call or declaration that creates state in an expression that is evaluated when its module is loaded.
 * @param isTable whether a Map or Set in it is a constant
 */
function creationIn(expression: Node, isTable = false): string | undefined {
  const node = withoutTypes(expression);
  if (isFunction(node)) return undefined;
  if (node.type === 'VariableDeclaration' && node.kind !== 'const') return node.kind;
  const parts = [...childrenOf(node)];
  const called = calledBy(node);
  const isConstant = isTable && (called === 'new Map' || called === 'new Set');
  if (called !== undefined && !isConstant && !stateless.has(called))
    return node.type === 'NewExpression' ? called : `${called}()`;
  if (node.type === 'CallExpression') {
    const callee = withoutTypes(node.callee);
    const method = methodOf(callee) ?? '';
    if (statefulMethods.has(method)) return `${method}()`;
    // These functions run now.
    const run = [callee, ...(callingMethods.has(method) ? node.arguments.map(withoutTypes) : [])];
    parts.push(...run.filter(isFunction).flatMap(({ body }) => body ?? []));
  }
  for (const part of parts) {
    const created = creationIn(part, isTable && !isConstant);
    if (created !== undefined) return created;
  }
  return undefined;
}

/** Whether the declared type of a constant says that its Maps and Sets do not change. */
function isTypedTable(id: Node, init: Node): boolean {
  const type = id.type === 'Identifier' ? id.typeAnnotation?.typeAnnotation : undefined;
  const typeName =
    type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : undefined;
  // The types of objects are not resolved: by the rules of this project their fields are readonly.
  if (withoutTypes(init).type === 'ObjectExpression') return type !== undefined;
  return typeName === 'ReadonlyMap' || typeName === 'ReadonlySet';
}

/** The variable whose value a node is, or is a part of. */
function rootOf(expression: Node | undefined): string | undefined {
  const node = expression && withoutTypes(expression);
  if (node?.type === 'MemberExpression') return rootOf(node.object);
  return node?.type === 'Identifier' ? node.name : undefined;
}

/** The variable whose value a node changes, without assigning another one to it. */
function mutatedBy(node: Node): string | undefined {
  if (node.type === 'CallExpression') {
    const callee = withoutTypes(node.callee);
    if (callee.type !== 'MemberExpression') return undefined;
    const method = methodOf(callee) ?? '';
    const object = rootOf(callee.object) ?? '';
    if (['Object', 'Reflect'].includes(object))
      return mutatingFunctions.has(method) ? rootOf(node.arguments[0]) : undefined;
    return mutatingMethods.has(method) ? object : undefined;
  }
  const target =
    node.type === 'AssignmentExpression'
      ? node.left
      : node.type === 'UpdateExpression' || (node.type === 'UnaryExpression' && node.operator === 'delete')
        ? node.argument
        : undefined;
  return target && withoutTypes(target).type === 'MemberExpression' ? rootOf(target) : undefined;
}

/** The names that a function declares, in all of its blocks. */
function localsOf(fn: AnyFunction): readonly string[] {
  const declared = (node: Node): readonly string[] => {
    if (node.type === 'VariableDeclarator')
      return [...namesOf(node.id), ...childrenOf(node).flatMap(declared)];
    if (node.type === 'CatchClause' && node.param)
      return [...namesOf(node.param), ...childrenOf(node.body).flatMap(declared)];
    if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration')
      return node.id ? [node.id.name] : [];
    return isFunction(node) ? [] : childrenOf(node).flatMap(declared);
  };
  return [...fn.params.flatMap(namesOf), ...(fn.body ? declared(fn.body) : [])];
}

/** The variables of a module, imported ones included, whose values it changes. */
function mutatedIn(program: Node): ReadonlySet<string> {
  const mutated = new Set<string>();
  const visit = (node: Node, around: readonly AnyFunction[]): void => {
    const name = mutatedBy(node);
    if (name !== undefined && !around.some((fn) => localsOf(fn).includes(name))) mutated.add(name);
    const inner = isFunction(node) ? [...around, node] : around;
    for (const child of childrenOf(node)) visit(child, inner);
  };
  visit(program, []);
  return mutated;
}

/** Bindings of a module: the names, and why each is state, undefined if only a mutation would make it state. */
function declarationsOf(statement: Node): readonly [name: string, kind: string | undefined][] {
  switch (statement.type) {
    case 'ExportNamedDeclaration':
      return statement.declaration ? declarationsOf(statement.declaration) : [];
    case 'ExportDefaultDeclaration': {
      const { declaration } = statement;
      const isNamed = 'id' in declaration && declaration.id;
      return isNamed ? declarationsOf(declaration) : [['default', creationIn(declaration)]];
    }
    case 'VariableDeclaration':
      return statement.declarations.flatMap(({ id, init }) => {
        const created = init ? creationIn(init, isTypedTable(id, init)) : undefined;
        const kind = statement.kind === 'const' ? created : statement.kind;
        // Methods of a stateless result, such as a storage, change nothing in this module.
        if (kind === undefined && init && stateless.has(calledBy(withoutTypes(init)) ?? '')) return [];
        return namesOf(id).map((name): [string, string | undefined] => [name, kind]);
      });
    case 'FunctionDeclaration':
      return statement.id ? [[statement.id.name, undefined]] : [];
    case 'ClassDeclaration': {
      const className = statement.id?.name ?? 'default';
      const fields = statement.body.body.flatMap((member): [string, string][] => {
        if (member.type !== 'PropertyDefinition' || !member.static) return [];
        const created = member.value ? creationIn(member.value) : undefined;
        const kind = member.readonly ? created : 'static field';
        return kind === undefined ? [] : [[`${className}.${nameOf(member.key) ?? '[…]'}`, kind]];
      });
      return [[className, undefined], ...fields];
    }
    default:
      return [];
  }
}

/** Where each imported variable comes from, as `file name`. */
function importsOf(file: string, program: ESTree.Program): ReadonlyMap<string, string> {
  const imported = new Map<string, string>();
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration') continue;
    const from = join(file, '..', statement.source.value);
    for (const specifier of statement.specifiers)
      if (specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier')
        imported.set(specifier.local.name, `${from} ${specifier.imported.name}`);
  }
  return imported;
}

/** @param sources texts by the path of their file, which imports resolve against */
export function findModuleState(sources: ReadonlyMap<string, string>): readonly StateBinding[] {
  // Any module may change what another one exports.
  const mutated = new Set<string>();
  const declarations = [...sources].flatMap(([file, text]) => {
    const { program, errors } = parseSync(file, text);
    if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
    const imported = importsOf(file, program);
    for (const name of mutatedIn(program)) mutated.add(imported.get(name) ?? `${file} ${name}`);
    return program.body.flatMap(declarationsOf).map(([name, created]) => ({ file, name, created }));
  });
  return declarations.flatMap(({ file, name, created }) => {
    const kind = created ?? (mutated.has(`${file} ${name}`) ? 'mutated' : undefined);
    return kind === undefined ? [] : [{ file, name, kind }];
  });
}

/** The state of all modules of the web app. */
export function moduleState(): readonly StateBinding[] {
  const root = join(import.meta.dirname, '..');
  const files = globSync('web/src/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/*.test.{ts,tsx}', '**/testing/**'],
  });
  return findModuleState(
    new Map(files.toSorted().map((file) => [file, readFileSync(join(root, file), 'utf8')])),
  );
}

/** Differences between the state and the list of it, each with its remedy. */
export function differences(found: readonly StateBinding[], list: AllowedState): readonly string[] {
  const added = found
    .filter(({ file, name }) => list[file]?.[name] === undefined)
    .map(
      ({ file, name, kind }) =>
        `${file}: "${name}" (${kind}) is mutable state of the module. Give it an owner, such as the visit. If the page itself owns it, list it in scripts/moduleState.allowed.ts. A constant Map or Set needs the type ReadonlyMap or ReadonlySet; a function whose result is not state belongs to "stateless" in scripts/moduleState.ts.`,
    );
  const removed = Object.entries(list).flatMap(([file, names]) =>
    Object.keys(names)
      .filter((name) => !found.some((binding) => binding.file === file && binding.name === name))
      .map(
        (name) =>
          `${file}: "${name}" is not mutable state of the module any more. Remove it from scripts/moduleState.allowed.ts.`,
      ),
  );
  return [...added, ...removed];
}

function printTable(found: readonly StateBinding[]): void {
  const rows = found.map(({ file, name, kind }) => {
    const [owner = '', reason] = (allowed[file]?.[name] ?? 'not listed').split(': ');
    return { file, name, kind, owner, reason };
  });
  for (const { file, name, kind, owner, reason } of rows)
    console.log(`${owner.padEnd(11)} ${file}: ${name} (${kind})${reason === undefined ? '' : `: ${reason}`}`);
  console.log();
  for (const [owner, reason] of Object.entries(owners)) {
    const count = rows.filter((row) => row.owner === owner).length;
    console.log(`${String(count).padStart(4)} ${owner.padEnd(11)} ${reason}`);
  }
  console.log(`${String(rows.length).padStart(4)} in ${new Set(rows.map(({ file }) => file)).size} files`);
}

if (import.meta.main) {
  const found = moduleState();
  printTable(found);
  const errors = differences(found, allowed);
  for (const error of errors) console.error(error);
  if (errors.length > 0) process.exitCode = 1;
}
