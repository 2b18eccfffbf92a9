/** What the server writes in sentences is German in the German console, all of it. */
import { describe, expect, it } from '@jest/globals';
import { deCodes } from '../../src/console/messages/de.codes.ts';
import { deSentences } from '../../src/console/messages/de.sentences.ts';
import { translatorOf } from '../../src/console/messages/sentences.ts';
import { useApp } from '../support/app.ts';
import { sentencesOfServer } from '../support/sentences.ts';

const app = useApp();
const german = translatorOf(deSentences);
const shown = Object.entries(deCodes).filter(([, text]) => text.includes('{message}'));

describe('German', () => {
  it('has a text for every fault of an input', () => {
    const sentences = sentencesOfServer(new Set(shown.map(([code]) => code)));
    expect(sentences.length).toBeGreaterThan(150);
    expect(sentences.filter(({ text }) => german(text) === text)).toEqual([]);
  });

  it('has a text for the description of every built-in attribute', async () => {
    const query = `{ attributeDefinitions(subject: USER, first: 100) { edges { node { description isStandard } } } }`;
    const { attributeDefinitions } = await app.data(await app.token('admin'), query);
    const standard: string[] = attributeDefinitions.edges.flatMap(
      ({ node }: { node: { description: string; isStandard: boolean } }) => (node.isStandard ? [node.description] : []),
    );
    expect(standard.length).toBeGreaterThan(10);
    expect(standard.filter((description) => german(description) === description)).toEqual([]);
  });

  it('says what varies, and no more than the sentence has', () => {
    const placesIn = (text: string): string[] => [...text.matchAll(/\{\d\}/g)].map(([place]) => place);
    for (const [sentence, text] of Object.entries(deSentences))
      expect(placesIn(sentence)).toEqual(expect.arrayContaining(placesIn(text)));
    expect(german('name is longer than 5 characters.')).toBe('name hat mehr als 5 Zeichen.');
    expect(german('redirectUris[0] must not have a fragment. name must not be blank.')).toBe(
      'redirectUris[0] darf kein Fragment (#) haben. name darf nicht leer sein.',
    );
    expect(german('Nobody has translated this.')).toBe('Nobody has translated this.');
  });
});
