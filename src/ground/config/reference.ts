import { general, sections } from './schema.ts';
import type { Section, Variable } from './variable.ts';

const INTRODUCTION = `# Configuration

Environment variables alone configure Guildhall. It reads them once, at start. If any are invalid, it lists them all and
does not start. \`guildhall config show\` prints each value and its source.

- A blank value (\`PORT=\`) counts as not set.
- \`true\`, \`1\`, \`yes\` and \`on\` mean yes, \`false\`, \`0\`, \`no\` and \`off\` mean no, in any case.
- A duration is a whole number in the unit at the end of its name.
- A secret is marked so. It can also be given as a file: \`NAME_FILE\` is the path of a file with the value; one line break
  at its end is ignored. Setting both is refused.
- The server warns at start about a variable that looks like a misspelled one of these.`;

/** The page `docs/reference/configuration.md`, in Markdown. */
export function renderConfigReference(): string {
  const all: readonly Section[] = [general, ...Object.values(sections)];
  return `${[INTRODUCTION, ...all.map(renderSection)].join('\n\n')}\n`;
}

function renderSection({ title, variables }: Section): string {
  return [`## ${title}`, ...Object.values(variables).map(renderVariable)].join('\n\n');
}

function renderVariable(variable: Variable): string {
  const { name, about, format, secret } = variable;
  const facts = [
    `- Value: ${format}`,
    `- ${variable.unset ? 'Unset' : 'Default'}: ${defaultText(variable)}`,
    ...(secret ? [`- Secret; also as \`${name}_FILE\``] : []),
  ];
  return `### \`${name}\`\n\n${about}\n\n${facts.join('\n')}`;
}

function defaultText({ fallback, unset }: Variable): string | undefined {
  return typeof fallback === 'string' ? `\`${fallback}\`` : (fallback ?? unset)?.text;
}
