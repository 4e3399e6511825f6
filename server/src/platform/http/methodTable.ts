/** Which methods a path takes: for 405 and its Allow header. */
interface PathMethods {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

export class MethodTable {
  private readonly known: PathMethods[] = [];

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
    this.known.push({ pattern: new RegExp(`^${source}$`), methods });
  }

  /** The methods of a path, sorted; none where the path is unknown. */
  allowed(path: string): string[] {
    const methods = this.known.flatMap((entry) => (entry.pattern.test(path) ? entry.methods : []));
    return [...new Set(methods)].toSorted();
  }
}
