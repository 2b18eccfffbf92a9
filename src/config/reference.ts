import { general, sections } from './schema.ts';
import type { Section, Variable } from './variable.ts';

const INTRODUCTION = `# Configuration

Guildhall is configured by environment variables alone. It reads them once, at start, and refuses to start with a list of
everything that is wrong. \`guildhall config show\` prints what each one is and where that comes from.

- A blank value (\`PORT=\`) counts as not set.
- \`true\`, \`1\`, \`yes\` and \`on\` mean yes, \`false\`, \`0\`, \`no\` and \`off\` mean no, whatever their case.
- A duration is a whole number in the unit its name ends with.
- A secret, here marked so, can also be given as a file: \`NAME_FILE\` is the path of a file that holds the value, less one
  line break at its end. Setting both is refused.
- A variable that looks like a misspelt one of these is warned about at start.`;

/** The page `docs/reference/configuration.md`, in Markdown as the formatter leaves it. */
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
