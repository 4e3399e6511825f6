/** The host name of an absolute URL, which tells users where a link leads. */
export const hostOf = (url: string): string => new URL(url).hostname;
