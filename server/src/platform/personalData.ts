/** The personal data of a user in all features: exported for the user, and erased with the account. */

export interface PersonalData {
  /** The sections of the export by name: JSON values; undefined if nothing is stored. */
  export(accountId: string): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Deletes what belongs to the user and anonymizes what others need. Called before the account is deleted, while the
   * user can try again if it fails, and again afterwards, because requests may have stored data meanwhile.
   * `withAccount`: the account feature deletes the data together with the account.
   */
  readonly erase: ((accountId: string) => Promise<void>) | 'withAccount';
}

interface HasPersonalData {
  readonly personalData?: PersonalData;
}

/** The sections of all features, in their order. */
export async function exportPersonalData(
  features: readonly HasPersonalData[],
  accountId: string,
): Promise<Record<string, unknown>> {
  const sections: Record<string, unknown> = {};
  for (const { personalData } of features) Object.assign(sections, await personalData?.export(accountId));
  return sections;
}

/** Erases the data of all features, in their order. Stops at the first failure, and may be called again. */
export async function erasePersonalData(
  features: readonly HasPersonalData[],
  accountId: string,
): Promise<void> {
  for (const { personalData } of features)
    if (personalData !== undefined && personalData.erase !== 'withAccount')
      await personalData.erase(accountId);
}
