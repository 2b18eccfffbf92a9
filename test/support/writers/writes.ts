/** A place in a statement's text where a table is written. */
export interface Write {
  readonly table: string;
  readonly at: number;
}

// `for update` locks, `do update set` belongs to an insert.
const WRITES =
  /(?<!\bfor (?:no key )?)(?<!\bdo )\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?(\w+)/gi;

/** Where the text writes, with what tables, in common table expressions too. */
export const writesIn = (text: string): Write[] =>
  [...text.matchAll(WRITES)].map((match) => ({ table: match[1]!.toLowerCase(), at: match.index }));

/** The columns that an update at this place sets. */
export function columnsSet(text: string, { at }: Write): string[] {
  const sets = /\bset\b(.*?)\bwhere\b/is.exec(text.slice(at))?.[1] ?? '';
  return [...sets.matchAll(/(?:^|,)\s*(\w+)\s*=/g)].map(([, column]) => column!);
}

/** What a plan writes, as PostgreSQL reads the statement. */
export function tablesWritten(plan: unknown): Set<string> {
  const found = new Set<string>();
  const walk = (node: Record<string, unknown>): void => {
    if (node['Node Type'] === 'ModifyTable') found.add(node['Relation Name'] as string);
    for (const child of (node['Plans'] ?? []) as Record<string, unknown>[]) walk(child);
  };
  walk(plan as Record<string, unknown>);
  return found;
}
