import type { PoolClient } from 'pg';
import type { Statement } from '../../../src/ground/kernel/database.ts';

const FOREIGN_KEY_VIOLATION = '23503';

/** A node of a plan as EXPLAIN writes it in JSON, as far as it is read here. */
interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Plan Rows': number;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly Node[];
}

/** What a plan does at one of its nodes with a table. */
export interface Scan {
  readonly node: string;
  /** Rows that it read, those thrown away included, all times it ran. */
  readonly rows: number;
  /** Pages of tables and indexes, each time it ran. */
  readonly pages: number;
  /** Rows that the planner expected each time. */
  readonly expected: number;
}

/** Has this connection tell the plan of whatever it runs, triggers and foreign keys included. */
export async function tellPlans(client: PoolClient): Promise<void> {
  await client.query("load 'auto_explain'");
  for (const [name, value] of Object.entries({
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_level': 'notice',
    plan_cache_mode: 'force_generic_plan',
  }))
    await client.query(`set ${name} = ${value}`);
}

/** Runs a statement, takes back what it did, and gives what its plans did with tables. */
export async function scansOf(
  client: PoolClient,
  { name, text }: Pick<Statement<unknown, unknown>, 'name' | 'text'>,
  values: readonly unknown[],
): Promise<Scan[]> {
  await client.query('begin');
  try {
    return await scansDuring(client, () => client.query({ name, text, values: [...values] }));
  } finally {
    await client.query('rollback');
  }
}

/** What the plans of all that a connection runs during `work` did with tables. */
export async function scansDuring(client: PoolClient, work: () => Promise<unknown>): Promise<Scan[]> {
  const plans: Node[] = [];
  const listen = ({ message = '' }: { message?: string | undefined }): void => {
    const json = message.split('plan:\n')[1];
    if (json) plans.push(JSON.parse(json).Plan);
  };
  client.on('notice', listen);
  try {
    await work();
  } catch (error) {
    // What it names is not there: by then it has been looked for.
    if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error;
  } finally {
    client.off('notice', listen);
  }
  return plans.flatMap(scans);
}

const pagesOf = (node: Node): number => (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0);

function scans(node: Node): Scan[] {
  const below = node.Plans ?? [];
  const found = below.flatMap(scans);
  const table = node['Relation Name'];
  if (table === undefined || !node['Node Type'].endsWith('Scan')) return found;
  const loops = node['Actual Loops'] ?? 0;
  const each =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const pages = pagesOf(node) - below.reduce((sum, child) => sum + pagesOf(child), 0);
  const name = [node['Node Type'], table, node['Index Name']].filter(Boolean).join(' ');
  const scan = { node: name, rows: each * loops, pages: loops > 0 ? pages / loops : 0, expected: node['Plan Rows'] };
  return [scan, ...found];
}
