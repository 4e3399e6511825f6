/** Whether other machines can reach the server, by its settings: a demo with public passwords must not be reachable. */
import { isIPv4 } from 'node:net';

/** Whether a host name or an address, also an IPv6 address in brackets, means this machine. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return name === '::1' || name === '[::1]' || (isIPv4(name) && name.startsWith('127.'));
}

export interface ReachabilitySettings {
  readonly host?: string | undefined;
  readonly publicUrl?: string | undefined;
  readonly trustedProxies?: string | undefined;
}

/** The name of a setting that makes the server reachable from other machines; undefined if none does. */
export function settingThatOpensServer({
  host,
  publicUrl,
  trustedProxies,
}: ReachabilitySettings): 'HOST' | 'PUBLIC_URL' | 'TRUSTED_PROXIES' | undefined {
  if (host && !isLoopbackHost(host)) return 'HOST';
  if (publicUrl && !(URL.canParse(publicUrl) && isLoopbackHost(new URL(publicUrl).hostname)))
    return 'PUBLIC_URL';
  return trustedProxies ? 'TRUSTED_PROXIES' : undefined;
}
