/** The results as a table a person reads; the same results can be had as JSON. */
import type { AfterLogins } from './after-logins.ts';
import type { LoginTime } from './login.ts';
import type { Cost } from './metrics.ts';
import type { Neighbour } from './neighbours.ts';
import type { RoundTrips } from './round-trips.ts';
import type { Growth, Growths } from './scale/compare.ts';
import type { Soak } from './soak.ts';
import type { Starts } from './start.ts';
import type { Memory, Race } from './throughput.ts';
import { workersTable } from './workers-table.ts';
import type { Scaling } from './workers.ts';
import { table, whole, mark, type Row } from './table.ts';

export interface Results {
  readonly machine: string;
  /** Rounds and starts that began while other processes kept the machine busy. */
  readonly disturbed: number;
  readonly races: readonly Race[];
  readonly login?: LoginTime;
  readonly afterLogins?: AfterLogins;
  readonly growths: readonly Growths[];
  readonly workers?: readonly Scaling[];
  readonly metrics?: readonly Cost[];
  readonly neighbours?: readonly Neighbour[];
  readonly starts?: Starts;
  readonly memory?: Memory;
  readonly installMegabytes?: number;
  readonly roundTrips?: readonly RoundTrips[];
  readonly soak?: Soak;
}

const START_MS = { firstToken: 400, emptyFolder: 3000, existingFolder: 1000 } as const;
const METRICS_PART = 0.02;
const IDLE_MEGABYTES = 110;
const AFTER_LOAD_MEGABYTES = 180;
const SOAKED_MEGABYTES = 300;
const SLOPE_MEGABYTES = 1;
/** Flat, as far as rates can be told apart. */
const KEPT = 0.9;

const atMost = (value: number, limit: number, unit: string): Row => [
  `${whole(value)}${unit}`,
  `≤ ${whole(limit)}${unit}`,
  mark(value <= limit),
];

/** Everything that was measured, targets missed included. */
export function format(results: Results): string {
  const { machine, disturbed, races, workers, login, afterLogins, growths } = results;
  const { metrics, neighbours, starts, memory, installMegabytes, roundTrips, soak } = results;
  const limits: Row[] = [
    ...(login
      ? [
          ['password login, without its hash', `${login.rest.toFixed(1)} ms`, '', ''],
          ['  with it, and the hash alone', `${login.login.toFixed(1)} − ${login.hash.toFixed(1)} ms`, '', ''],
        ]
      : []),
    ...races.flatMap(({ title, goals }) =>
      goals.map(({ of, measured, target, isMet }): Row => [`${title}: ${of}`, measured, target, mark(isMet)]),
    ),
    ...(metrics ?? []).map(({ title, part }) => [
      `metrics on, processor time: ${title}`,
      `${part < 0 ? '−' : '+'} ${Math.abs(part * 100).toFixed(1)} %`,
      `≤ ${METRICS_PART * 100} %`,
      mark(part <= METRICS_PART),
    ]),
    ...(neighbours ?? []).map(({ title, who, alone, beside, limit }) => [
      `99 of 100 beside ${who}: ${title}`,
      `${alone.toFixed(1)} → ${beside.toFixed(1)} ms`,
      `≤ ${limit.toFixed(1)} ms`,
      mark(beside <= limit),
    ]),
    ...(starts
      ? [
          ['start → first token, existing database', ...atMost(starts.firstToken, START_MS.firstToken, ' ms')],
          ['start → ready, embedded, empty folder', ...atMost(starts.emptyFolder, START_MS.emptyFolder, ' ms')],
          [
            'start → ready, embedded, existing folder',
            ...atMost(starts.existingFolder, START_MS.existingFolder, ' ms'),
          ],
        ]
      : []),
    ...(memory
      ? [
          ['resident memory, idle after the start', ...atMost(memory.afterStart, IDLE_MEGABYTES, ' MB')],
          ['resident memory, idle after the load', ...atMost(memory.afterLoad, AFTER_LOAD_MEGABYTES, ' MB')],
        ]
      : []),
    ...(installMegabytes !== undefined
      ? [['install size, without Node.js', `${installMegabytes.toFixed(1)} MB`, '', '']]
      : []),
    ...(roundTrips ?? []).map(({ title, roundTrips: count, limit }) => [
      `round trips: ${title}`,
      ...(limit === undefined ? [String(count), '', ''] : atMost(count, limit, '')),
    ]),
    ...(soak
      ? [
          ['resident memory, end of the soak', ...atMost(soak.end, SOAKED_MEGABYTES, ' MB')],
          ['  a minute, over its second half', ...atMost(soak.slope, SLOPE_MEGABYTES, ' MB')],
        ]
      : []),
  ];
  return [
    machine,
    ...(disturbed > 0 ? [`${disturbed} rounds or starts began while other processes kept the machine busy`] : []),
    ...(races.length > 0 ? ['', table(raceHead, races.flatMap(raceLines))] : []),
    ...(workers ? ['', workersTable(workers)] : []),
    ...(afterLogins ? ['', afterLoginsTable(afterLogins)] : []),
    ...growths.flatMap((each) => ['', growthTable(each)]),
    ...(soak ? ['', soakTable(soak)] : []),
    ...(limits.length > 0 ? ['', table(['', 'measured', 'target', ''], limits)] : []),
  ].join('\n');
}

const raceHead: Row = [
  'operation',
  'by',
  'answers/s',
  'p50 ms',
  'p99 ms',
  'CPU µs',
  'core',
  'Guildhall is',
  'target',
  '',
  'its CPU',
];

const raceLines = ({ title, speeds }: Race): Row[] =>
  speeds.map(({ contestant, perSecond, p50, p99, cpu, busy, ratio, target, cpuRatio }, index) => [
    index === 0 ? title : '',
    contestant,
    whole(perSecond),
    p50.toFixed(2),
    p99.toFixed(2),
    cpu.toFixed(0),
    `${(busy * 100).toFixed(0)} %`,
    ...(ratio === undefined || target === undefined
      ? ['', '', '']
      : [`${ratio.toFixed(2)} ×`, `≥ ${target} ×`, mark(ratio >= target)]),
    cpuRatio === undefined ? '' : `${cpuRatio.toFixed(2)} ×`,
  ]);

function afterLoginsTable({ logins, lines }: AfterLogins): string {
  const head = ['operation', ...logins.map((count) => `after ${whole(count)} logins`), 'kept', 'target', ''];
  return table(
    head,
    lines.map(({ title, perSecond, kept, atLeast = 0 }) => [
      title,
      ...perSecond.map((rate) => `${whole(rate)}/s`),
      `${kept.toFixed(2)} ×`,
      `≥ ${KEPT} ×${atLeast > 0 ? `, ${whole(atLeast)}/s` : ''}`,
      mark(kept >= KEPT && perSecond.every((rate) => rate >= atLeast)),
    ]),
  );
}

function growthTable({ of, sizes, lines }: Growths): string {
  const head = ['operation', ...sizes.map((size) => `${whole(size)} ${of}`), 'growth', 'target', '', 'CPU µs'];
  return table(
    head,
    lines.map((line) => [
      line.title,
      ...line.p50.map((value) => `${value.toFixed(2)} ${line.unit ?? 'ms'}`),
      `${line.growth.toFixed(2)} ×`,
      ...growthTarget(line),
      line.cpu === undefined ? '' : whole(line.cpu),
    ]),
  );
}

function growthTarget({ p50, growth, limit, within }: Growth): Row {
  const targets = [
    ...(limit === undefined ? [] : [`≤ ${limit} ×`]),
    ...(within === undefined ? [] : [`≤ ${whole(within)} ms`]),
  ];
  const isMet = growth <= (limit ?? Infinity) && p50.at(-1)! <= (within ?? Infinity);
  return targets.length > 0 ? [targets.join(', '), mark(isMet)] : ['', ''];
}

/** Some twenty of the readings. */
function soakTable({ readings }: Soak): string {
  const step = Math.max(1, Math.round(readings.length / 20));
  const shown = readings.filter((_, index) => (readings.length - 1 - index) % step === 0);
  return table(
    ['minute', 'answers so far', 'resident'],
    shown.map(({ minute, answers, megabytes }) => [minute.toFixed(1), whole(answers), `${whole(megabytes)} MB`]),
  );
}
