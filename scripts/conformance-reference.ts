import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { SPECS } from './conformance/index.ts';
import type { Declined, Must, Spec } from './conformance/specs.ts';
import { clausesIn, type ClauseTest } from './conformance/tests.ts';

/** Every clause that a test proves by its name, and the names that have problems. */
export async function provedClauses(): Promise<{ tests: ClauseTest[]; problems: string[] }> {
  const files: string[] = [];
  for await (const file of glob('test/**/*.test.{ts,tsx}')) files.push(file);
  const found = files.sort().map((file) => clausesIn(file, readFileSync(file, 'utf8')));
  return { tests: found.flatMap(({ tests }) => tests), problems: found.flatMap(({ problems }) => problems) };
}

/** What the tests and the checklists disagree about. Empty if every demand has a test or is declined with a reason. */
export function disagreements(specs: readonly Spec[], tests: readonly ClauseTest[]): string[] {
  return specs.flatMap((spec) => [
    ...spec.musts
      .filter((must) => provers(spec, must, tests).length === 0)
      .map((must) => `${spec.name} §${must.clause}: not tested: ${must.must}`),
    ...spec.declined
      .filter((declined) => unasked(spec, declined, tests).some(({ sentence }) => !isRefusal(sentence)))
      .map(({ clause, what }) => `${spec.name} §${clause}: declined, and tested: ${what}`),
    ...ambiguous(spec),
  ]);
}

/** Clauses of specifications without a list: RFCs that this server uses without implementing them in full. */
function unlisted(tests: readonly ClauseTest[]): Spec[] {
  const names = new Set(tests.map(({ spec }) => spec));
  for (const { name } of SPECS) names.delete(name);
  return [...names].toSorted().map((name) => {
    const url = `https://www.rfc-editor.org/rfc/${name.toLowerCase().replace(' ', '')}`;
    return { name, title: `${name}, in part`, url, musts: [], declined: [] };
  });
}

const ofClause = (spec: Spec, { clause }: Must | Declined, tests: readonly ClauseTest[]): ClauseTest[] =>
  tests.filter((test) => test.spec === spec.name && test.clause === clause);

/** The tests that prove a demand: those of its clause, with its words in their names. */
const provers = (spec: Spec, must: Must, tests: readonly ClauseTest[]): ClauseTest[] =>
  ofClause(spec, must, tests).filter(({ sentence }) => must.by === undefined || sentence.includes(must.by));

/** The tests of a clause that belong to no demand, because a clause may be declined in part. */
const unasked = (spec: Spec, declined: Declined, tests: readonly ClauseTest[]): ClauseTest[] => {
  const asked = new Set(spec.musts.flatMap((must) => provers(spec, must, tests)));
  return ofClause(spec, declined, tests).filter((test) => !asked.has(test));
};

/** A declined clause may have a test that it is refused. */
const isRefusal = (sentence: string): boolean => /refuse|promises none|does not offer/.test(sentence);

/** If a clause has several demands, each needs its own words. Otherwise one test would prove all of them. */
function ambiguous(spec: Spec): string[] {
  const clauses = Map.groupBy(spec.musts, ({ clause }) => clause);
  return [...clauses.values()]
    .filter((musts) => musts.length > 1)
    .flat()
    .filter(({ by }) => by === undefined)
    .map(({ clause, must }) => `${spec.name} §${clause}: which test proves this one? ${must}`);
}

const cell = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    .replaceAll(/%[sjpdio]/g, '…')
    .replaceAll('<', '&lt;');
const link = (file: string): string => `[${file.replace(/^test\//, '')}](../../${file})`;

/** Clauses in the order of the specification: 3.1.2 before 3.1.10. */
const byClause = (one: { clause: string }, other: { clause: string }): number =>
  one.clause.localeCompare(other.clause, 'en', { numeric: true });

interface Row {
  readonly clause: string;
  readonly must: string;
  readonly test?: ClauseTest | undefined;
}

function section(spec: Spec, tests: readonly ClauseTest[]): string[] {
  const demanded = spec.musts.flatMap((must): Row[] => {
    const [first, ...others] = provers(spec, must, tests);
    return [{ ...must, test: first }, ...others.map((test) => ({ clause: must.clause, must: '', test }))];
  });
  const listed = new Set(demanded.map(({ test }) => test));
  const more = tests
    .filter((test) => test.spec === spec.name && !listed.has(test))
    .map((test): Row => ({ clause: test.clause, must: '', test }));
  const rows = [...demanded, ...more].toSorted(byClause).map(({ clause, must, test }) => {
    const proof = test ? `${cell(test.sentence)} | ${link(test.file)}` : '**not tested** |';
    return `| §${clause} | ${cell(must)} | ${proof} |`;
  });
  const declined = spec.declined.map(({ clause, what, why }) => `| §${clause} | ${cell(what)} | ${cell(why)} |`);
  if (rows.length + declined.length === 0) return [];
  return [
    '',
    `## ${spec.name}`,
    '',
    `[${spec.title}](${spec.url})`,
    ...(rows.length > 0 ? ['', '| Clause | Demand | Test | File |', '|---|---|---|---|', ...rows] : []),
    ...(declined.length > 0 ? ['', '| Declined | What | Why |', '|---|---|---|', ...declined] : []),
  ];
}

/** `docs/reference/conformance.md`: every clause with its demand and the names of its tests. */
export async function renderConformanceReference(): Promise<string> {
  const { tests } = await provedClauses();
  const musts = SPECS.reduce((sum, spec) => sum + spec.musts.length, 0);
  const distinct = new Set(tests.map(({ file, sentence }) => `${file} ${sentence}`)).size;
  return [
    '# Conformance',
    '',
    '`npm run generate` writes this page from the names of the tests. Only tests that run count. The second column says in',
    'plain words what a clause demands of this server. If it is empty, the test is another one for the demand above it, or',
    'goes beyond the list. The tests fail if a demand has no test, or if a declined clause has a test that does not refuse.',
    '',
    `${musts} demands, ${distinct} tests. Clauses that are not listed apply to clients or other servers.`,
    ...[...SPECS, ...unlisted(tests)].flatMap((spec) => section(spec, tests)),
    '',
  ].join('\n');
}
