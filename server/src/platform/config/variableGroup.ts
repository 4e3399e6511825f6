/** Variables that belong together: all of them are set, or none. */

/** Returns whether any variable of a group is set. Reports an error if some are missing. */
export function checkGroup(group: Readonly<Record<string, unknown>>, errors: string[]): boolean {
  const names = Object.keys(group);
  const missing = names.filter((name) => group[name] === undefined);
  if (missing.length === names.length) return false;
  // An invalid variable has its own line already.
  const unset = missing.filter((name) => !errors.some((line) => line.startsWith(name)));
  if (unset.length > 0)
    errors.push(`${unset.join(', ')} not set; expected all of ${names.join(', ')}, or none of them`);
  return true;
}
