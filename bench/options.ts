import { parseArgs } from 'node:util';

/** How long and how often things are measured, and which of them. */
export interface Options {
  /** Names of operations and sections; everything when empty. */
  readonly only: readonly string[];
  readonly json: boolean;
  /** Users in the database, all of them in one group besides the small ones. */
  readonly users: number;
  /** Groups in it that none of the requests is about. */
  readonly groups: number;
  /** How many users the databases hold that growth is measured on. */
  readonly sizes: readonly number[];
  /** How many logins the databases hold that requests are measured on after them. */
  readonly logins: readonly number[];
  /** How many customers the databases hold that requests are measured on beside them. */
  readonly customers: readonly number[];
  readonly rounds: number;
  readonly roundSeconds: number;
  readonly warmUpSeconds: number;
  readonly starts: number;
  /** How long the soak takes. */
  readonly soakMinutes: number;
  /** How long to wait, altogether, for other processes to leave the machine alone. */
  readonly patienceSeconds: number;
}

const full = {
  users: 100_000,
  groups: 100_000,
  sizes: [10_000, 100_000],
  logins: [10_000, 100_000],
  customers: [10, 10_000],
  rounds: 7,
  roundSeconds: 1,
  warmUpSeconds: 2,
  starts: 5,
  soakMinutes: 3,
  patienceSeconds: 300,
};
const quick = {
  users: 2_000,
  groups: 2_000,
  sizes: [1000, 5000],
  logins: [500, 2000],
  customers: [2, 50],
  rounds: 2,
  roundSeconds: 0.25,
  warmUpSeconds: 0.25,
  starts: 1,
  soakMinutes: 0.2,
  patienceSeconds: 0,
};

const MILLION = 1_000_000;

export const USAGE = `usage: npm run bench -- [--quick] [--million] [--only name]… [--rounds n] [--minutes n] [--json]
names: token dpop-token exchange userinfo get-group add-member remove-member create-group authorize code-exchange
       refresh introspect login-page passkey evaluation evaluations api-token nested-userinfo login after-logins growth customers memberships audit-day neighbours workers
       metrics start memory size round-trips soak`;

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      million: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      minutes: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
    },
  });
  const plan = values.quick ? quick : full;
  const rounds = Number(values.rounds ?? plan.rounds);
  if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error('--rounds takes a whole number above 0.');
  const soakMinutes = Number(values.minutes ?? plan.soakMinutes);
  if (!(soakMinutes > 0)) throw new Error('--minutes takes a number above 0.');
  const sizes = values.million ? [...plan.sizes, MILLION] : plan.sizes;
  return { ...plan, sizes, rounds, soakMinutes, only: values.only, json: values.json };
}

export const wants = ({ only }: Options, name: string): boolean => only.length === 0 || only.includes(name);
