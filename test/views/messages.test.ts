import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { LANGUAGES, languageOf } from '../../src/views/index.ts';
import { en } from '../../src/views/messages-en.ts';
import { catalogs } from '../../src/views/messages.ts';

const folder = new URL('../../src/views/', import.meta.url);

async function sources(): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const read = names
    .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(messages|samples?)[\w-]*\.ts$/.test(name))
    .map((name) => readFile(new URL(name, folder), 'utf8'));
  return (await Promise.all(read)).join('\n');
}

describe('the catalog of strings', () => {
  it('has no string that no page or mail uses', async () => {
    const text = await sources();
    expect(Object.keys(en).filter((key) => !text.includes(`'${key}'`))).toEqual([]);
  });

  it('has the same places in every language', () => {
    const placesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const catalog of Object.values(catalogs))
      for (const key of Object.keys(en) as (keyof typeof en)[])
        expect([key, placesOf(catalog[key])]).toEqual([key, placesOf(en[key])]);
  });

  it('holds every word the pages say', async () => {
    // Letters between a tag's end and the next tag, on one line, would be words outside the catalog.
    const words = [...(await sources()).matchAll(/<[a-z][^<>]*>\s*([A-Za-z][^<>{}]*)<\//g)].map(([, text]) => text);
    expect(words).toEqual([]);
  });
});

describe('the language of a page', () => {
  it('is the first there is a catalog of, by the whole tag or the beginning of it, and else English', () => {
    expect(LANGUAGES).toEqual(Object.keys(catalogs));
    for (const tags of [['de'], ['de-AT', 'en'], ['tlh', 'de_CH']]) expect(languageOf(tags)).toBe('de');
    for (const tags of [[], ['en'], ['EN-gb'], ['tlh', 'en-x-pirate'], ['tlh'], ['', '-', 'toString']])
      expect(languageOf(tags)).toBe('en');
  });
});
