import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import manifest from '../../package.json' with { type: 'json' };
import { commands } from '../../src/cli/commands.ts';

const pages = new Map<string, string>();

beforeAll(async () => {
  for await (const file of glob(['*.md', '{docs,bench,clients/*,examples}/*.md', 'docs/*/**/*.md']))
    pages.set(file, await readFile(file, 'utf8'));
});

/** A heading's anchor, as it is made where the pages are read. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const anchorsOf = (page: string): string[] =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!));

const everyMatch = (pattern: RegExp): string[][] =>
  [...pages].flatMap(([file, text]) => [...text.matchAll(pattern)].map(([, found]) => [file, found!]));

describe('the documents', () => {
  it('link to files and headings that are there', () => {
    const links = everyMatch(/\]\((?![a-z]+:)([^)\s]+)\)/g);
    const dead = links.filter(([file, link]) => {
      const [path = '', anchor] = link!.split('#');
      const target = path ? join(dirname(file!), path) : file!;
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(pages.get(target) ?? '').includes(anchor));
    });
    expect(links.length).toBeGreaterThan(0);
    expect(dead).toEqual([]);
  });

  it('name npm scripts that are there', () => {
    const scripts = new Set(Object.keys(manifest.scripts));
    const named = everyMatch(/npm run (?:--silent )?([\w:-]+)/g);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(([, script]) => !scripts.has(script!))).toEqual([]);
  });

  it('name commands that are there', () => {
    const known = new Set(commands.flatMap(({ name }) => [name, name.split(' ')[0]!]));
    const named = everyMatch(/(?:`|npx )guildhall ([a-z][a-z -]*[a-z])/g).map(([file, words]) => [
      file,
      words!.split(' --')[0]!,
    ]);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(([, words]) => !known.has(words!))).toEqual([]);
  });
});
