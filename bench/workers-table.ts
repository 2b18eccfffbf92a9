import { mark, table, whole } from './table.ts';
import type { Crew, Scaling } from './workers.ts';

const TARGET = 1.8;

const HEAD = [
  'operation',
  'workers',
  'answers/s',
  'CPU µs',
  'a core of the server',
  'server',
  'PostgreSQL',
  'load',
  'by rate',
  'a core each',
  'target',
  '',
];

const percent = (part: number): string => `${(part * 100).toFixed(0)} %`;

/** The target is for the rate where every worker had as much of a core, and else for what it would be there. */
export function workersTable(scalings: readonly Scaling[]): string {
  return table(
    HEAD,
    scalings.flatMap(({ title, crews, byRate, byCpu, isFair }) =>
      crews.map((crew, index) => [
        index === 0 ? title : '',
        ...crewCells(crew),
        ...(index === 0
          ? ['', '', '', '']
          : [
              `${byRate.toFixed(2)} ×`,
              `${byCpu.toFixed(2)} ×`,
              `≥ ${TARGET} ×`,
              mark((isFair ? byRate : byCpu) >= TARGET),
            ]),
      ]),
    ),
  );
}

const crewCells = ({ workers, perSecond, cpu, server, database, load }: Crew): string[] => [
  String(workers),
  whole(perSecond),
  whole(cpu),
  `${whole(1e6 / cpu)}/s`,
  percent(server),
  percent(database),
  percent(load),
];
