import { ConfigError, configEntries, configWarnings, loadConfig, type Fault } from '../ground/config/load.ts';
import type { Report } from './command.ts';
import { columns } from './layout.ts';

export function configShow(): Promise<Report> {
  const entries = configEntries();
  const warnings = configWarnings();
  const { faults, message } = faultsOf();
  const table = columns(entries.map(({ name, value, origin }) => [name, value ?? '-', origin]));
  const text = [table, ...warnings.map((warning) => `Warning: ${warning}`), ...(message ? [message] : [])].join('\n\n');
  return Promise.resolve({ data: { entries, warnings, faults }, text, failed: faults.length > 0 });
}

function faultsOf(): { faults: readonly Fault[]; message: string } {
  try {
    loadConfig();
    return { faults: [], message: '' };
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}
