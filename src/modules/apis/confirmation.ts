/** What a caller says to the end of something that may be in use. */
export interface Confirmation {
  /** The identifier or name of what is to end. */
  readonly confirm?: string | null | undefined;
  /** Whether to tell what would end, and change nothing. */
  readonly dryRun?: boolean | undefined;
}

/** What was removed, or would be, and what ends with it. */
export interface Removed<Removing, Use> {
  readonly removed: Removing;
  readonly ends: Use;
}

/** Whether anything ends but what belongs to the removed object alone. */
export const isUsed = <Use extends object>(use: Use, own: readonly (keyof Use)[] = []): boolean =>
  Object.entries(use).some(([kind, count]) => !own.includes(kind as keyof Use) && count > 0);

/** Whether the caller has named what is to end. */
export const confirmed = ({ confirm }: Confirmation, name: string): boolean => confirm === name;
