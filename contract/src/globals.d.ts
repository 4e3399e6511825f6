/** Globals of both Node and browsers that the contract uses. The contract loads neither side's type definitions. */
declare class URL {
  static canParse(url: string): boolean;
  constructor(url: string, base?: string);
  readonly href: string;
  readonly protocol: string;
  hostname: string;
  readonly pathname: string;
  search: string;
  readonly hash: string;
  readonly origin: string;
  readonly username: string;
  readonly password: string;
  readonly searchParams: {
    get(name: string): string | null;
    set(name: string, value: string): void;
    delete(name: string): void;
  };
}
declare class TextEncoder {
  encode(text: string): { readonly length: number };
  encodeInto(text: string, target: Uint8Array): { readonly read: number };
}
