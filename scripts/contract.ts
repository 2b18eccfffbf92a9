/**
 * `npm run contract`: compares `schema.graphql` and `openapi.json` with those of the last release, in `contract/`. Fails for
 * changes that break callers, unless the version in package.json allows them, and for deprecations without a date.
 * A break that was decided on has its line in `contract/breaks.json`, with its reason.
 * `npm run contract -- --publish` makes the present ones the contract of the version, as the step before a release.
 */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { breaksInSchema, undatedInSchema } from './contract/graphql.ts';
import { breaksInOpenApi, undatedInOpenApi } from './contract/openapi.ts';
import { allowsBreaks } from './contract/version.ts';

const { values } = parseArgs({
  options: {
    publish: { type: 'boolean', default: false },
    // For the tests of this script.
    folder: { type: 'string', default: '.' },
  },
});
const root = resolve(values.folder);
const read = (...path: string[]) => readFile(join(root, ...path), 'utf8');

const [schema, openapi, releasedSchema, releasedOpenapi, decided] = await Promise.all([
  read('schema.graphql'),
  read('openapi.json'),
  read('contract', 'schema.graphql'),
  read('contract', 'openapi.json'),
  read('contract', 'breaks.json'),
]);
const versionOf = (description: string) => (JSON.parse(description) as { info: { version: string } }).info.version;
const [last, next] = [versionOf(releasedOpenapi), versionOf(openapi)];

const today = new Date().toISOString().slice(0, 10);
const found = [
  ...breaksInSchema(releasedSchema, schema, today).map((change) => `GraphQL: ${change}`),
  ...breaksInOpenApi(releasedOpenapi, openapi, today).map((change) => `REST: ${change}`),
];
const decisions = JSON.parse(decided) as { change: string; why: string }[];
const isDecided = (line: string) => decisions.some(({ change }) => new RegExp(`^${change}$`).test(line));
const breaks = found.filter((line) => !isDecided(line));
const undated = [
  ...undatedInSchema(schema).map((fault) => `schema.graphql: ${fault}`),
  ...undatedInOpenApi(openapi).map((fault) => `openapi.json: ${fault}`),
];
const isReleased = () => execFileSync('git', ['tag', '--list', `v${last}`], { cwd: root, encoding: 'utf8' }) !== '';

for (const line of [...breaks, ...undated]) console.log(line);
const isAllowed = breaks.length === 0 || allowsBreaks(last, next) || (values.publish && !isReleased());
if (undated.length > 0 || !isAllowed) {
  if (!isAllowed)
    console.log(
      `\n${breaks.length} changes break callers of ${last}. Deprecate first (CONTRIBUTING.md, “Change the contract”), or ` +
        `raise the version. Until ${last} has a tag, \`npm run contract -- --publish\` takes over the present contract.`,
    );
  process.exitCode = 1;
} else if (values.publish) {
  await writeFile(join(root, 'contract', 'schema.graphql'), schema);
  await writeFile(join(root, 'contract', 'openapi.json'), openapi);
  await writeFile(join(root, 'contract', 'breaks.json'), '[]\n');
  console.log(`contract/ has the contract of ${next}.`);
} else {
  for (const { why } of decisions) console.log(`Changed on purpose: ${why}`);
  console.log(`The contract of ${last} holds${breaks.length > 0 ? `, but for what ${next} changes` : ''}.`);
}
