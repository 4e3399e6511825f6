/** The methods of each path, for 405 responses with an Allow header. */
interface PathMethods {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

export class MethodTable {
  private readonly entries: PathMethods[] = [];

  add(path: string, methods: readonly string[]): void {
    const source = path
      .split('/')
      .map((part) =>
        part === '*'
          ? '.*'
          : part.startsWith(':')
            ? '[^/]+'
            : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
      )
      .join('/');
    this.entries.push({ pattern: new RegExp(`^${source}$`), methods });
  }

  /** The methods of a path, sorted; empty for an unknown path. */
  allowed(path: string): string[] {
    const methods = this.entries.flatMap((entry) => (entry.pattern.test(path) ? entry.methods : []));
    return [...new Set(methods)].toSorted();
  }
}
