import { proofs, shares } from './proofs.ts';

const code = (text: string): string => `\`${text}\``;

/** The page that says which proof runs when. */
export function renderProofsReference(): string {
  const rows = Object.entries(proofs).map(([name, { proves, paths, command, parts }]) => {
    const rotation = parts ? `in ${parts.length} parts` : 'whole';
    return `| ${name} | ${proves} | ${paths.map(code).join(', ')} | ${rotation} | ${code(command)} |`;
  });
  return `# Long proofs

\`npm run generate\` writes this page from \`scripts/proofs.ts\`. \`.ci/run\` always runs \`npm test\`. It runs a long proof if
any of its files differs from the last time that the proof was green, which \`.ci/proven.json\` records. Beside those, a
run proves one share: a short proof, or a part of a long one. The ${shares.length} shares take turns by the hour. A week has 168
hours, so each share has its turn at least ${Math.floor(168 / shares.length)} times a week, on different days, and the hours of a week prove everything.
\`npm run prove\` runs all of them, and \`npm run prove rig\` one. Both write \`.ci/proven.json\`, which is committed.
\`npm run test:all\` runs the tests and all long proofs.

| Proof | What it proves | Paths | In turn | Command |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}
