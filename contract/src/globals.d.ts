/** Globals of both Node and browsers that the contract uses. The contract loads neither side's type definitions. */
declare class URL {
  constructor(url: string, base?: string);
  readonly protocol: string;
  readonly hostname: string;
  readonly origin: string;
  readonly username: string;
  readonly password: string;
}
