import { proofs } from './proofs.ts';

const code = (text: string): string => `\`${text}\``;

/** The page that says which proof runs when. */
export function renderProofsReference(): string {
  const rows = Object.entries(proofs).map(([name, { proves, paths, command, parts }]) => {
    const rotation = parts ? `in ${parts} parts` : 'on one day';
    return `| ${name} | ${proves} | ${paths.map(code).join(', ')} | ${rotation} | ${code(command)} |`;
  });
  return `# Long proofs

\`npm run generate\` writes this page from \`scripts/proofs.ts\`. \`.ci/run\` always runs \`npm test\`. It runs a long proof if
any of its files differs from the last time that the proof was green, which \`.ci/proven.json\` records. Each of the others
has its day of the week, and of those that are too long for one day each part has its own: a week proves all of them.
\`npm run prove\` runs all of them, and \`npm run prove rig\` one. Both write \`.ci/proven.json\`, which is committed.
\`npm run test:all\` runs the tests and all long proofs.

| Proof | What it proves | Paths | In a week | Command |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}
